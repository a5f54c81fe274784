import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { keptBundle } from '../../../bin/start/kept-bundle.ts';

let project: string;
let made: number;
beforeEach(async () => {
  project = (await mkdtemp(join(tmpdir(), 'baton-bundle-'))) + sep;
  onTestFinished(() => rm(project, { recursive: true }));
  made = 0;
  for (const folder of ['workflows/nodes', 'contracts', 'workers']) {
    await mkdir(join(project, folder), { recursive: true });
  }
  await write('workflows/nodes/map.ts', 'one');
  await write('package-lock.json', '{}');
});

const write = (path: string, text: string) => writeFile(join(project, path), text);

const bundle = (file = join(project, 'cache', 'workflows.js')) =>
  keptBundle({ project, file, make: async () => ({ code: `bundle ${++made}\n` }) });

test('of the same sources is made once', async () => {
  expect(await bundle()).toEqual({ code: 'bundle 1\n' });
  expect(await bundle()).toEqual({ code: 'bundle 1\n' });
  expect(await readdir(join(project, 'cache'))).toEqual(['workflows.js']);
});

test.each([
  'workflows/nodes/map.ts',
  'workflows/index.ts',
  'contracts/nodes.ts',
  'workers/workflow-bundle.ts',
  'package-lock.json',
])('is made again where %s is another', async (path) => {
  await bundle();
  await write(path, 'other');
  expect(await bundle()).toEqual({ code: 'bundle 2\n' });
});

test('of which only a part was kept is made again', async () => {
  await mkdir(join(project, 'cache'));
  await write('cache/workflows.js', '// 0a');
  expect(await bundle()).toEqual({ code: 'bundle 1\n' });
});

test('is made where none can be kept', async () => {
  const file = join(project, 'package-lock.json', 'workflows.js');
  expect(await bundle(file)).toEqual({ code: 'bundle 1\n' });
});
