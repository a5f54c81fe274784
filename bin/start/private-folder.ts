import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const ownersBits = 0o700;
const othersBits = 0o077;

/** Makes a folder that its owner alone can read, or takes what others may do from one that is there, with all that is in it. */
export async function openPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownersBits });
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
