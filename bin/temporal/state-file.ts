import { access, constants, open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** Temporal's file is damaged, or may not be written. */
class StateUnusable extends Error {
  override readonly name = 'StateUnusable';
  constructor(file: string, cause: unknown) {
    super(
      `Temporal's state in ${file} cannot be used (${(cause as Error).message}). Make sure that this user may write the file. If ` +
        'it is damaged, restore a backup into a new folder (npx baton restore), or move it away with its -wal and -shm files, which ends the runs in progress.',
      { cause },
    );
  }
}

/** A file up to here is checked whole at each start: 8 MB take about 10 ms. */
const quickBytes = 256 * 1_024 ** 2;
const header = 'SQLite format 3\0';

/**
 * Looks into Temporal's file, since a server that cannot use it only says that it has stopped, and one that can use part
 * of it may lose runs.
 * @param options.whole reads all of it, however long that takes.
 * @returns what was found and does no harm, for people; undefined of a file that is whole.
 * @throws {StateUnusable}
 */
export async function requireUsableState(
  file: string,
  { whole = false } = {},
): Promise<string | undefined> {
  try {
    await access(file, constants.R_OK | constants.W_OK);
    const { begins, bytes } = await lookAt(file);
    const isDamaged = bytes > 0 && begins !== header;
    const state = new DatabaseSync(file, { readOnly: true });
    try {
      state.prepare('select count(*) from sqlite_schema').get();
      if (whole || isDamaged || bytes <= quickBytes) requireSound(state);
    } finally {
      state.close();
    }
    return isDamaged
      ? `The first page of ${file} was damaged, but ${file}-wal has a copy, so nothing is lost. Check the disk, and make a backup (npx baton backup).`
      : undefined;
  } catch (error) {
    // The first start makes it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new StateUnusable(file, error);
    return undefined;
  }
}

async function lookAt(file: string): Promise<{ begins: string; bytes: number }> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read(
      Buffer.alloc(header.length),
      0,
      header.length,
      0,
    );
    const { size } = await opened.stat();
    return { begins: buffer.toString('latin1', 0, bytesRead), bytes: size };
  } finally {
    await opened.close();
  }
}

function requireSound(state: DatabaseSync): void {
  const found = state.prepare('pragma quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw new Error(String(found));
}
