import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockFile } from '../folder-lock.ts';
import { runCommand } from '../temporal/command.ts';
import { checkManifest, manifestName } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/** Far beyond what any disk needs. */
const longestMs = 24 * 60 * 60_000;

/** Where a restore unpacks within the data folder: it is there only until the restore is done. */
const stagingName = 'unpacking';

/** A restore into the folder was interrupted. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished';
  constructor(folder: string) {
    super(
      `A restore into ${folder} was interrupted. Delete what is in the folder, then run npx baton restore again.`,
    );
  }
}

/** @throws {RestoreUnfinished} */
export async function requireRestored(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.includes(stagingName)) throw new RestoreUnfinished(folder);
}

/**
 * Whether a folder has nothing but what an interrupted restore had not put in place yet, which is deleted.
 * @throws {RestoreUnfinished} where it had put something in place.
 */
export async function isEmptied(folder: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(lockFile));
  if (!names.includes(stagingName)) return names.length === 0;
  if (names.length > 1) throw new RestoreUnfinished(folder);
  await rm(join(folder, stagingName), { recursive: true, force: true });
  return true;
}

/**
 * Packs a folder into a file that its owner alone can read; part of one is never left behind.
 * @param signal ends the packing.
 */
export async function packFolder(
  folder: string,
  file: string,
  signal?: AbortSignal,
): Promise<void> {
  const part = `${file}.part`;
  try {
    // It is for its owner alone from its first byte on: tar keeps the mode of a file that is there.
    await rm(part, { force: true });
    await writeFile(part, '', { mode: 0o600, flag: 'wx' });
    await tar(['-czf', resolve(part), '-C', folder, '.'], signal);
    signal?.throwIfAborted();
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Unpacks a backup into an empty folder, where it is whole.
 * @throws {BackupUnusable}, and leaves the folder empty.
 */
export async function unpackInto(file: string, folder: string): Promise<Manifest> {
  // On the same file system, so that what was checked is moved at once.
  const staging = join(folder, stagingName);
  await mkdir(staging, { mode: 0o700 });
  try {
    await tar(['-xzf', resolve(file), '-C', staging, '--no-same-owner']);
    const manifest = await checkManifest(staging);
    for (const name of await readdir(staging)) {
      if (name !== manifestName) await rename(join(staging, name), join(folder, name));
    }
    return manifest;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function tar(args: string[], signal?: AbortSignal): Promise<void> {
  await runCommand('tar', args, { timeoutMs: longestMs, signal });
}
