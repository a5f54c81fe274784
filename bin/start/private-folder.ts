import { access, chmod, constants, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const ownersBits = 0o700;
const othersBits = 0o077;

/** The data folder cannot be made or written. */
class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';
  constructor(folder: string, cause: unknown) {
    super(
      `The data folder ${folder} cannot be written (${(cause as Error).message}). Make sure that this user may write to it and that ` +
        'its disk is not read-only, or set BATON_DATA to another folder.',
      { cause },
    );
  }
}

/**
 * Makes a folder that its owner alone can read, or takes what others may do from one that is there, with all that is in it.
 * @throws {FolderUnusable}
 */
export async function openPrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: ownersBits });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new FolderUnusable(folder, error);
  }
  await closeToOthers(folder);
  for (const name of await readdir(folder, { recursive: true })) {
    await closeToOthers(join(folder, name));
  }
}

async function closeToOthers(path: string): Promise<void> {
  try {
    const status = await lstat(path);
    if (status.isSymbolicLink() || (status.mode & othersBits) === 0) return;
    await chmod(path, status.mode & ownersBits);
  } catch (error) {
    // A file of another user, or one that is gone again: nothing that Baton could close.
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
