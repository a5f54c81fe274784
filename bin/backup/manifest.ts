import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { migrationsFolder } from '../../db/migrations-folder.ts';

export const manifestName = 'manifest.json';

const fileSchema = z.object({
  path: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  /** Of the backup itself. */
  format: z.number().int(),
  /** The version of Baton that made it. */
  baton: z.string(),
  /** How many migrations its database has. */
  migrations: z.number().int(),
  madeAt: z.iso.datetime(),
  files: z.array(fileSchema),
});
export type Manifest = z.output<typeof manifestSchema>;

const format = 1;

/** A backup that cannot be restored; the message says why. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}

/** Writes what a folder holds into its manifest. */
export async function writeManifest(folder: string, now = new Date()): Promise<Manifest> {
  const manifest: Manifest = {
    format,
    baton: packageJson.version,
    migrations: await ourMigrations(),
    madeAt: now.toISOString(),
    files: await filesIn(folder),
  };
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`, {
    mode: 0o600,
  });
  return manifest;
}

/**
 * Compares a folder with its manifest, which it takes out of the folder's files.
 * @throws {BackupUnusable} where it is of a newer Baton, or not as it was made.
 */
export async function checkManifest(folder: string): Promise<Manifest> {
  await requireRegular(folder);
  const manifest = await readManifest(join(folder, manifestName));
  const found = new Map(
    (await filesIn(folder))
      .filter(({ path }) => path !== manifestName)
      .map((file) => [file.path, file]),
  );
  for (const file of manifest.files) {
    const { bytes, sha256 } = found.get(file.path) ?? {};
    if (bytes === undefined) throw damaged(`${file.path} is missing`);
    if (bytes !== file.bytes || sha256 !== file.sha256) throw damaged(`${file.path} has changed`);
    found.delete(file.path);
  }
  const [other] = found.keys();
  if (other !== undefined) throw damaged(`${other} is not in its manifest`);
  return manifest;
}

async function readManifest(file: string): Promise<Manifest> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupUnusable('It is not a backup of Baton.');
  const manifest = parsed(text);
  const newer = manifest.format > format || manifest.migrations > (await ourMigrations());
  if (!newer) return manifest;
  throw new BackupUnusable(
    `It was made by Baton ${manifest.baton}, which is newer than this one (${packageJson.version}). ` +
      'Update Baton, then try again.',
  );
}

function parsed(text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw damaged(`${manifestName} cannot be read`);
  }
}

const damaged = (what: string) => new BackupUnusable(`It is damaged: ${what}. Use another backup.`);

async function ourMigrations(): Promise<number> {
  const journal = await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: unknown[] }).entries.length;
}

/** A link may lead out of the folder, and a pipe is never read to its end. */
async function requireRegular(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (!other) return;
  const path = relative(folder, join(other.parentPath, other.name));
  throw damaged(`${path} is not a regular file or folder`);
}

async function filesIn(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const files: Manifest['files'] = [];
  for (const path of paths) {
    const file = join(folder, path);
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    files.push({ path, bytes: (await stat(file)).size, sha256: hash.digest('hex') });
  }
  return files;
}
