import { access, constants } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** Temporal's file is damaged, or may not be written. */
class StateUnusable extends Error {
  override readonly name = 'StateUnusable';
  constructor(file: string, cause: unknown) {
    super(
      `Temporal's state in ${file} cannot be used (${(cause as Error).message}). Make sure that this user may write the file. If ` +
        'it is damaged, put a backup into a new folder with npx baton restore, or move it away with its -wal and -shm files: runs that are under way then end.',
      { cause },
    );
  }
}

/**
 * Looks into Temporal's file, since a server that cannot use it only says that it has stopped.
 * @param options.whole reads all of it, which takes a while.
 * @throws {StateUnusable}
 */
export async function requireUsableState(file: string, { whole = false } = {}): Promise<void> {
  try {
    await access(file, constants.R_OK | constants.W_OK);
    const state = new DatabaseSync(file, { readOnly: true });
    try {
      state.prepare('select count(*) from sqlite_schema').get();
      if (whole) requireSound(state);
    } finally {
      state.close();
    }
  } catch (error) {
    // The first start makes it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new StateUnusable(file, error);
  }
}

function requireSound(state: DatabaseSync): void {
  const found = state.prepare('pragma quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw new Error(String(found));
}
