import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { archiveOf, missingBuilds, type PackageLock } from '../../bin/complete-lock.ts';

const root = new URL('../../', import.meta.url);
const ourLock = JSON.parse(
  await readFile(new URL('package-lock.json', root), 'utf8'),
) as PackageLock;

describe('our lock file; if not so: node bin/complete-lock.ts', () => {
  test('holds the builds for all platforms', () => {
    expect(Object.keys(missingBuilds(ourLock))).toEqual([]);
  });

  test('says where each package lies, on the host that .npmrc has npm replace', async () => {
    const npmrc = await readFile(new URL('.npmrc', root), 'utf8');
    expect(npmrc).toMatch(/^replace-registry-host=registry\.invalid$/m);
    const packages = Object.entries(ourLock.packages).filter(([, { link }]) => !link);
    expect(packages.length).toBeGreaterThan(100);
    for (const [path, locked] of packages) expect(locked.resolved).toBe(archiveOf(path, locked));
  });
});

test.each([
  ['node_modules/a', {}, 'a/-/a-1.0.0.tgz'],
  ['node_modules/a/node_modules/@b/c', {}, '@b/c/-/c-1.0.0.tgz'],
  ['node_modules/other-name', { name: '@b/c' }, '@b/c/-/c-1.0.0.tgz'],
])('a package comes from the place that registries have for it: %s', (path, named, place) => {
  expect(archiveOf(path, { ...named, version: '1.0.0' })).toBe(`https://registry.invalid/${place}`);
});

test.each([
  ['', {}],
  ['web', {}],
  ['node_modules/baton-web', { link: true }],
])('what is in the project comes from nowhere: %s', (path, how) => {
  expect(archiveOf(path, { ...how, version: '1.0.0' })).toBeUndefined();
});

test('a build that is wanted and not locked is missing, in the version that is wanted', () => {
  const lock: PackageLock = {
    packages: {
      '': {},
      'node_modules/tool': {
        version: '1.2.3',
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-gnu': '1.2.3',
          '@tool/darwin-arm64': '1.2.3',
          '@tool/wasm32-wasi': '1.2.3',
        },
      },
      'node_modules/@tool/linux-x64-gnu': { version: '1.2.3' },
    },
  };
  expect(missingBuilds(lock)).toEqual({
    'node_modules/@tool/darwin-arm64': {
      version: '1.2.3',
      dev: true,
      os: ['darwin'],
      cpu: ['arm64'],
      optional: true,
    },
    'node_modules/@tool/wasm32-wasi': {
      version: '1.2.3',
      dev: true,
      cpu: ['wasm32'],
      optional: true,
    },
  });
});

test('what lies in the node_modules of a package further up is found', () => {
  const optionalDependencies = { 'tool-linux-x64': '1.0.0' };
  const lock: PackageLock = {
    packages: {
      'node_modules/app': {},
      'node_modules/app/node_modules/tool-linux-x64': { version: '1.0.0' },
      'node_modules/app/node_modules/tool': { optionalDependencies },
    },
  };
  expect(missingBuilds(lock)).toEqual({});
});
