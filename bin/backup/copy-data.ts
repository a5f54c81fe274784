import { constants } from 'node:fs';
import { cp, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { megabytes } from '../../contracts/base/megabytes.ts';
import { databaseFolder } from '../../db/open.ts';
import { lockFile } from '../folder-lock.ts';
import { temporalFiles } from '../temporal/server.ts';

/** Where a running Baton puts copies of its data, which `baton backup` takes away. */
export const snapshotsName = 'snapshots';

/** All pages in one step: a step that others write between would begin anew. */
const allPages = 2 ** 30;

/** Calls that write records are given up after ten seconds: records stand still for less. */
const longestHoldMs = 8_000;

/** Work that needs files that do not change meanwhile. */
export type HoldFiles = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The data on this disk need more room than there is. */
export class NoRoomForCopy extends Error {
  override readonly name = 'NoRoomForCopy';
}

/** Records cannot stand still for as long as their copy takes. */
export class CopyTooSlow extends Error {
  override readonly name = 'CopyTooSlow';
  constructor() {
    super(
      `Copying records and Temporal state took longer than the ${longestHoldMs / 1_000} s that a running Baton can wait. ` +
        'Stop Baton, make the backup, and start it again.',
    );
  }
}

/**
 * Copies what a backup keeps of a data folder. Temporal's state is copied while the records stand still, so that
 * each is as after a power cut at one moment.
 * @param options.to a new folder.
 * @param options.hold keeps the records still; left out where nobody writes them.
 * @param options.spareBytes stay free on the disk.
 * @throws {NoRoomForCopy}
 * @throws {CopyTooSlow} where the records are held.
 */
export async function copyData(options: {
  folder: string;
  to: string;
  hold?: HoldFiles;
  spareBytes: number;
}): Promise<void> {
  const { folder, to, hold, spareBytes } = options;
  const names = (await readdir(folder)).filter((name) => !isLeftOut(name));
  await requireRoom({ folder, names, to, spareBytes });
  const isHeld = (name: string) =>
    join(folder, name) === databaseFolder(folder) || name === temporalFiles.database;
  const copy = (name: string, requireTime?: () => void) =>
    copyOne(join(folder, name), join(to, name), requireTime);
  const copyHeld = async (requireTime?: () => void) => {
    for (const name of names.filter(isHeld)) await copy(name, requireTime);
  };
  await mkdir(to, { recursive: true, mode: 0o700 });
  if (hold) await hold(() => copyHeld(holdTime()));
  else await copyHeld();
  for (const name of names.filter((other) => !isHeld(other))) await copy(name);
}

/** Logs, and what belongs to the process that uses the folder. */
function isLeftOut(name: string): boolean {
  const { database, record } = temporalFiles;
  const others = [snapshotsName, record, `${database}-wal`, `${database}-shm`];
  return name.startsWith(lockFile) || /\.log(\.\d+)?$/.test(name) || others.includes(name);
}

/** @returns what throws once records have been held for too long. */
function holdTime(): () => void {
  const began = performance.now();
  return () => {
    if (performance.now() - began > longestHoldMs) throw new CopyTooSlow();
  };
}

/** @param requireTime throws where no time is left; asked before each file. */
async function copyOne(from: string, to: string, requireTime = () => {}): Promise<void> {
  if (!from.endsWith(temporalFiles.database)) {
    return cp(from, to, {
      recursive: true,
      dereference: true,
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
      filter() {
        requireTime();
        return true;
      },
    });
  }
  requireTime();
  // Temporal's server may be writing: SQLite gives what was there at one moment.
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to, { rate: allPages });
  } finally {
    source.close();
  }
}

async function requireRoom(options: {
  folder: string;
  names: readonly string[];
  to: string;
  spareBytes: number;
}): Promise<void> {
  const { folder, names, to, spareBytes } = options;
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
  const needed = sizes.reduce((sum, size) => sum + size, spareBytes);
  const place = join(to, '..');
  await mkdir(place, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(place);
  if (bavail * bsize >= needed) return;
  throw new NoRoomForCopy(
    `A backup needs ${megabytes(needed)} in ${place}, including BATON_MIN_FREE_MB, and only ${megabytes(bavail * bsize)} are free. Free some space, then try again.`,
  );
}

/** Of a file, or of all that is in a folder. What goes away meanwhile counts nothing. */
async function sizeOf(path: string): Promise<number> {
  const status = await stat(path).catch(() => undefined);
  if (!status?.isDirectory()) return status?.size ?? 0;
  let bytes = 0;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += file?.size ?? 0;
  }
  return bytes;
}
