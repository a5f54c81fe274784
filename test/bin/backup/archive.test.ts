import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { packFolder, requireRestored, unpackInto } from '../../../bin/backup/archive.ts';
import { manifestName, writeManifest } from '../../../bin/backup/manifest.ts';
import { restoreBackup } from '../../../bin/backup/restore-backup.ts';
import { runCommand } from '../../../bin/temporal/command.ts';

let source: string;
let target: string;
let file: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  source = join(folder, 'source');
  target = join(folder, 'target');
  file = join(folder, 'backup.tar.gz');
  await mkdir(join(source, 'database', 'empty'), { recursive: true });
  await mkdir(target);
  await writeFile(join(source, 'database', 'rows'), 'one two three');
  await writeFile(join(source, 'keys'), 'id:key');
  await writeManifest(source);
});

async function unpacked() {
  await packFolder(source, file);
  return unpackInto(file, target);
}

async function rewriteManifest(change: object): Promise<void> {
  const path = join(source, manifestName);
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...manifest, ...change }));
}

describe('an archive', () => {
  it('gives back what was packed, empty folders too', async () => {
    const { files } = await unpacked();
    expect(files.map(({ path }) => path)).toEqual(['database/rows', 'keys']);
    expect(await readdir(target)).toEqual(['database', 'keys']);
    expect(await readdir(join(target, 'database'))).toEqual(['empty', 'rows']);
    expect(await readFile(join(target, 'database', 'rows'), 'utf8')).toBe('one two three');
  });

  it.each([
    ['a changed file', () => writeFile(join(source, 'keys'), 'id:kez'), 'keys has changed'],
    ['a missing file', () => rm(join(source, 'keys')), 'keys is missing'],
    ['another file', () => writeFile(join(source, 'new'), ''), 'new is not in its manifest'],
    ['a link', () => symlink('/etc', join(source, 'etc')), 'etc is not a regular file'],
    ['a pipe', () => runCommand('mkfifo', [join(source, 'p')], { timeoutMs: 5_000 }), 'p is not'],
    ['no manifest', () => rm(join(source, manifestName)), 'not a backup of Baton'],
    ['a newer form', () => rewriteManifest({ format: 2 }), 'newer than this one'],
    ['more migrations', () => rewriteManifest({ migrations: 9_999 }), 'newer than this one'],
  ])('with %s is refused, and the folder stays empty', async (_, change, reason) => {
    await change();
    await expect(unpacked()).rejects.toThrow(reason);
    expect(await readdir(target)).toEqual([]);
  });

  it('that breaks off is refused', async () => {
    await packFolder(source, file);
    await writeFile(file, (await readFile(file)).subarray(0, 100));
    await expect(unpackInto(file, target)).rejects.toThrow('tar failed');
    expect(await readdir(target)).toEqual([]);
  });

  it('that is stopped leaves no file behind', async () => {
    const stopping = new AbortController();
    const packing = packFolder(source, file, stopping.signal);
    stopping.abort();
    await expect(packing).rejects.toThrow();
    expect(await readdir(join(file, '..'))).toEqual(['source', 'target']);
  });

  it('is restored again where the restore before was interrupted', async () => {
    await packFolder(source, file);
    await mkdir(join(target, 'unpacking', 'database'), { recursive: true });
    await expect(requireRestored(target)).rejects.toThrow('Delete what is in the folder');
    await restoreBackup(file, target);
    expect(await readdir(target)).toEqual(['database', 'keys']);
    await requireRestored(target);
  });

  it('is not restored over what an interrupted restore has put in place', async () => {
    await packFolder(source, file);
    await mkdir(join(target, 'unpacking'));
    await mkdir(join(target, 'database'));
    await expect(restoreBackup(file, target)).rejects.toThrow('was interrupted');
    expect(await readdir(target)).toEqual(['database', 'unpacking']);
  });
});
