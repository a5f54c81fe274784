import { mkdir, stat } from 'node:fs/promises';
import { CommandError } from '../client/errors.ts';
import { lockFolder } from '../folder-lock.ts';
import { isEmptied, RestoreUnfinished, unpackInto } from './archive.ts';
import { BackupUnusable } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/**
 * Puts a backup into a data folder, whole or not at all.
 * @param folder a new or empty one.
 * @throws {CommandError}
 */
export async function restoreBackup(file: string, folder: string): Promise<Manifest> {
  const status = await stat(file).catch(() => undefined);
  if (!status?.isFile()) throw new CommandError(`${file} is not a file.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = await lockFolder(folder);
  try {
    if (!(await isEmptied(folder))) {
      throw new CommandError(`${folder} is not empty. Name a new folder with --data.`);
    }
    return await unpackInto(file, folder);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (error instanceof RestoreUnfinished) throw new CommandError(error.message);
    const { message } = error as Error;
    const advice = error instanceof BackupUnusable ? '' : ' Use another backup.';
    throw new CommandError(`${file} cannot be restored. ${message}${advice}`);
  } finally {
    await release();
  }
}
