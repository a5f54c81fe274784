import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressFiles } from '../../../web/build/build.ts';
import { sourceHash } from '../../../web/build/source-hash.ts';

let folder: string;
beforeEach(async () => {
  folder = (await mkdtemp(join(tmpdir(), 'baton-build-'))) + sep;
  await mkdir(join(folder, 'web/src'), { recursive: true });
  await mkdir(join(folder, 'web/dist'));
  await mkdir(join(folder, 'contracts'));
  await write('web/src/main.tsx', 'render()');
  await write('contracts/run.ts', 'export {}');
  await write('package-lock.json', '{}');
});
afterEach(() => rm(folder, { recursive: true }));

const write = (path: string, text: string) => writeFile(join(folder, path), text);

describe('the hash of the sources', () => {
  it.each([
    ['web/src/main.tsx', 'render(1)'],
    ['web/src/page.tsx', 'new'],
    ['contracts/run.ts', 'export { status }'],
    ['package-lock.json', '{"name":"baton"}'],
  ])('changes with %s', async (path, text) => {
    const before = await sourceHash(folder);
    await write(path, text);
    expect(await sourceHash(folder)).not.toBe(before);
  });

  it('changes when a file gets another name', async () => {
    const before = await sourceHash(folder);
    await rm(join(folder, 'web/src/main.tsx'));
    await write('web/src/index.tsx', 'render()');
    expect(await sourceHash(folder)).not.toBe(before);
  });

  it('does not change with what was built', async () => {
    const before = await sourceHash(folder);
    await write('web/dist/index.html', 'built');
    expect(await sourceHash(folder)).toBe(before);
  });
});

describe('compressing', () => {
  it('puts copies beside what is large and text, that hold the same', async () => {
    const script = 'const a = 1;\n'.repeat(500);
    await write('web/dist/index.js', script);
    await write('web/dist/small.js', 'a');
    await write('web/dist/font.woff2', 'f'.repeat(5_000));
    await compressFiles(join(folder, 'web/dist'));
    const names = await readdir(join(folder, 'web/dist'));
    expect(names.toSorted()).toEqual([
      'font.woff2',
      'index.js',
      'index.js.br',
      'index.js.gz',
      'small.js',
    ]);
    const read = (name: string) => readFile(join(folder, 'web/dist', name));
    expect(brotliDecompressSync(await read('index.js.br')).toString()).toBe(script);
    expect(gunzipSync(await read('index.js.gz')).toString()).toBe(script);
  });
});
