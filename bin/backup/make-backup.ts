import { randomUUID } from 'node:crypto';
import { access, rm, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { databaseFolder } from '../../db/open.ts';
import { keyFile } from '../../keys/key-file.ts';
import type { ApiClient } from '../client/api-client.ts';
import { CommandError } from '../client/errors.ts';
import { FolderInUse, lockFolder } from '../folder-lock.ts';
import { temporalFiles } from '../temporal/server.ts';
import { packFolder } from './archive.ts';
import { copyData, NoRoomForCopy, snapshotsName } from './copy-data.ts';
import { writeManifest } from './manifest.ts';

export type MadeBackup = {
  file: string;
  /** Of the file. */
  bytes: number;
  /** Whether the keys that records are encrypted with are in it. */
  hasKeys: boolean;
};

/**
 * Writes what a data folder holds into one file, while its Baton runs or when it does not.
 * @param options.destination a new file, or a folder for one named after the time.
 * @param options.client asks the Baton that runs.
 * @param options.spareBytes stay free on the disk of the data folder.
 * @param options.signal stops the work; what was written until then is deleted.
 * @throws {CommandError}
 */
export async function makeBackup(options: {
  folder: string;
  destination: string;
  client: () => Promise<ApiClient>;
  say: (line: string) => void;
  signal: AbortSignal;
  spareBytes: number;
}): Promise<MadeBackup> {
  const { folder, signal } = options;
  await requireData(folder);
  const file = await newFile(options.destination, folder);
  const { copy, release } = await copyOf(options);
  try {
    signal.throwIfAborted();
    await writeManifest(copy);
    signal.throwIfAborted();
    await packFolder(copy, file, signal);
    const { size: bytes } = await stat(file);
    return { file, bytes, hasKeys: await isThere(keyFile(copy)) };
  } catch (error) {
    if (error instanceof CommandError || signal.aborted) throw error;
    throw new CommandError(`${file} was not written: ${(error as Error).message}`);
  } finally {
    await rm(copy, { recursive: true, force: true });
    await release();
  }
}

/**
 * Records and Temporal state must be in a data folder: what is there besides servers of one's own is old.
 * @throws {CommandError}
 */
export function requireEmbedded(env: Record<string, string | undefined>): void {
  const set = ['DATABASE_URL', 'TEMPORAL_ADDRESS'].filter((name) => env[name]);
  if (set.length === 0) return;
  throw new CommandError(
    `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set: records or Temporal state are on your own servers. Back them up with their own tools: ` +
      'see docs/backup.md.',
  );
}

async function requireData(folder: string): Promise<void> {
  const needed = [databaseFolder(folder), join(folder, temporalFiles.database)];
  const there = await Promise.all(needed.map(isThere));
  if (there.every(Boolean)) return;
  const missing = needed.filter((_, index) => !there[index]).map((path) => basename(path));
  throw new CommandError(
    `${folder} has no ${missing.join(' and no ')}. Set BATON_DATA to the folder of your Baton. Records in PostgreSQL ` +
      'and a Temporal server of your own are backed up with their own tools: see docs/backup.md.',
  );
}

async function newFile(destination: string, folder: string): Promise<string> {
  const status = await stat(destination).catch(() => undefined);
  if (status && !status.isDirectory()) {
    throw new CommandError(`${destination} exists. Name a new file, or a folder.`);
  }
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = resolve(status ? join(destination, `baton-${time}.tar.gz`) : destination);
  if (!relative(resolve(folder), file).startsWith('..')) {
    throw new CommandError(`${file} is in ${folder}. Write the backup to another folder.`);
  }
  return file;
}

/** A copy by the Baton that runs on the folder, else one that we make while none can start. */
async function copyOf(options: {
  folder: string;
  client: () => Promise<ApiClient>;
  say: (line: string) => void;
  spareBytes: number;
}): Promise<{ copy: string; release: () => Promise<void> }> {
  const { folder, client, say, spareBytes } = options;
  const release = await lockFolder(folder, { patienceMs: 0, say }).catch(whenInUse);
  if (!release) return { copy: await runningCopy(folder, await client()), release: async () => {} };
  const copy = join(folder, snapshotsName, randomUUID());
  try {
    await copyData({ folder, to: copy, spareBytes });
    return { copy, release };
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    await release();
    if (error instanceof NoRoomForCopy) throw new CommandError(error.message);
    throw error;
  }
}

function whenInUse(error: unknown): undefined {
  if (error instanceof FolderInUse) return;
  throw error;
}

async function runningCopy(folder: string, client: ApiClient): Promise<string> {
  const { name } = await client.createSnapshot();
  const copy = join(folder, snapshotsName, name);
  if (await isThere(copy)) return copy;
  throw new CommandError(
    `Baton at ${client.address} does not use ${folder}. Set PORT or BATON_URL to the Baton that does.`,
  );
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
