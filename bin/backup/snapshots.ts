import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../api/base/problem.ts';
import type { TakeSnapshot } from '../../api/route-plugin.ts';
import { copyData, CopyTooSlow, NoRoomForCopy, snapshotsName } from './copy-data.ts';
import type { HoldFiles } from './copy-data.ts';

/**
 * Takes one copy of a data folder at a time, into the folder. Those that a process left which died are removed.
 * @param options.spareBytes stay free on the disk.
 */
export async function openSnapshots(options: {
  folder: string;
  hold: HoldFiles;
  spareBytes: number;
}): Promise<TakeSnapshot> {
  const { folder } = options;
  await rm(join(folder, snapshotsName), { recursive: true, force: true });
  let isUnderWay = false;

  return async (note) => {
    if (isUnderWay) {
      throw new Problem('conflict', 'Another backup is being made. Try again when it is done.');
    }
    isUnderWay = true;
    const name = randomUUID();
    const to = join(folder, snapshotsName, name);
    try {
      await copyData({ ...options, to });
      await note(name);
      return name;
    } catch (error) {
      await rm(to, { recursive: true, force: true });
      if (error instanceof NoRoomForCopy) throw new Problem('disk-full', error.message);
      if (error instanceof CopyTooSlow) throw new Problem('conflict', error.message);
      throw error;
    } finally {
      isUnderWay = false;
    }
  };
}
