import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LookAtDisk } from '../../api/base/disk-room.ts';
import type { StartEnvironment } from './env.ts';

/** What is to stay free on the disk of the data folder. */
export function minFreeBytes({
  BATON_MIN_FREE_MB: megabytes,
}: Pick<StartEnvironment, 'BATON_MIN_FREE_MB'>): number {
  return megabytes * 2 ** 20;
}

/** Looks at the disk of the data folder. */
export function lookAtDisk(environment: StartEnvironment): LookAtDisk {
  const folder = resolve(environment.BATON_DATA);
  const neededBytes = minFreeBytes(environment);
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    return { folder, freeBytes: bavail * bsize, neededBytes };
  };
}
