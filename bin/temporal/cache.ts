import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { temporalRelease } from './version.ts';

/** The folder of programs that Baton downloads: `BATON_CACHE`, else `baton` in the user's cache folder. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  if (environment['BATON_CACHE']) return environment['BATON_CACHE'];
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'baton');
}

/** Where the Temporal program is kept in `folder`. */
export function cachedBinary(folder: string): string {
  return join(folder, `temporal-${temporalRelease}`);
}

/**
 * Puts a program into the cache under its final name, whole or not at all.
 * @param obtain makes the program, with any other files, in the folder it is given; gives its path.
 */
export async function intoCache(
  folder: string,
  obtain: (workFolder: string) => Promise<string>,
): Promise<string> {
  const workFolder = join(folder, `.download-${process.pid}`);
  await mkdir(workFolder, { recursive: true });
  try {
    const program = await obtain(workFolder);
    await chmod(program, 0o755);
    const binary = cachedBinary(folder);
    await rename(program, binary);
    return binary;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
