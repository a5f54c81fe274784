import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiKeyFile, findApiKey } from '../../bin/api-key.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-key-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('the first start makes a key that only its user can read', async () => {
  const { key, from } = await findApiKey(folder, undefined);
  expect(from).toBe('made now');
  expect(key).toMatch(/^[\w-]{32}$/);
  expect((await stat(apiKeyFile(folder))).mode & 0o777).toBe(0o600);
});

test('later starts use the same key', async () => {
  const { key } = await findApiKey(folder, undefined);
  expect(await findApiKey(folder, undefined)).toEqual({ key, from: 'file' });
});

test('a given key goes first, and is written nowhere', async () => {
  const given = 'a key that was given';
  expect(await findApiKey(folder, given)).toEqual({ key: given, from: 'BATON_API_KEY' });
  await expect(stat(apiKeyFile(folder))).rejects.toThrow('ENOENT');
});

test('two starts make two keys', async () => {
  const { key } = await findApiKey(folder, undefined);
  await rm(apiKeyFile(folder));
  expect((await findApiKey(folder, undefined)).key).not.toBe(key);
});
