import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPrivateFolder } from '../../../bin/start/private-folder.ts';

let outside: string;
let folder: string;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'baton-private-'));
  folder = join(outside, 'data');
});

afterEach(() => rm(outside, { recursive: true, force: true }));

test('a new folder is for its owner alone', async () => {
  await openPrivateFolder(folder);
  expect(await modeOf(folder)).toBe(0o700);
});

test('a folder of an earlier version is closed to others, with all that is in it', async () => {
  await mkdir(join(folder, 'database'), { recursive: true });
  const files = [join(folder, 'temporal.db'), join(folder, 'database', 'one'), join(folder, 'run')];
  for (const file of files) await writeFile(file, '');
  await chmod(files[0]!, 0o644);
  await chmod(files[2]!, 0o755);
  await chmod(folder, 0o755);
  await openPrivateFolder(folder);
  expect(await modeOf(folder)).toBe(0o700);
  expect(await modeOf(join(folder, 'database'))).toBe(0o700);
  expect(await Promise.all(files.map(modeOf))).toEqual([0o600, 0o600, 0o700]);
});

test('what a link in it leads to stays as it is', async () => {
  const target = join(outside, 'shared');
  await writeFile(target, '');
  await chmod(target, 0o644);
  await mkdir(folder);
  await symlink(target, join(folder, 'link'));
  await openPrivateFolder(folder);
  expect(await modeOf(target)).toBe(0o644);
});

test('a folder that cannot be made is reported, with what to do', async () => {
  await writeFile(folder, 'a file');
  await expect(openPrivateFolder(join(folder, 'data'))).rejects.toThrow(
    `The data folder ${join(folder, 'data')} cannot be written (ENOTDIR`,
  );
});
