import { execFileSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from './fleet.ts';

const mountedMegabytes = 1_500;
/** What Baton asks for, in MB. */
export const wantedMegabytes = 100;

/** A disk of its own for a folder, which can be filled. */
export type Disk = { target: Target; remove(): Promise<void> };

/**
 * Mounts a small disk in memory at a folder.
 * @returns undefined where this user may not mount, who is not root.
 */
export function mountDisk(folder: string): Disk | undefined {
  try {
    const size = `size=${mountedMegabytes}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'baton-chaos', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  const free = () => rm(ballast, { force: true });
  const leave = async (megabytes: number) => {
    const { bavail, bsize } = await statfs(folder);
    await fill(ballast, bavail * bsize - megabytes * 2 ** 20);
    return free;
  };
  return {
    target: { full: () => leave(0), low: () => leave(wantedMegabytes / 2) },
    async remove() {
      execFileSync('umount', [folder]);
    },
  };
}

/** Writes so many bytes, or as many as there is room for. */
async function fill(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(2 ** 20);
  try {
    for (let left = bytes; left > 0; left -= block.length) {
      await file.write(block, 0, Math.min(left, block.length));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
