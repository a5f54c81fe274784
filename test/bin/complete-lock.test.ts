import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { missingBuilds, type PackageLock } from '../../bin/complete-lock.ts';

test('our lock file holds the builds for all platforms; if not: node bin/complete-lock.ts', async () => {
  const file = new URL('../../package-lock.json', import.meta.url);
  const lock = JSON.parse(await readFile(file, 'utf8')) as PackageLock;
  expect(Object.keys(missingBuilds(lock))).toEqual([]);
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
