import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readFile } from '../../../../activities/catalog/system/read-file.ts';
import { toolOf } from '../../tools/outside.ts';

let outer: string;
let root: string;
let run: Awaited<ReturnType<typeof toolOf>>['run'];

beforeEach(async () => {
  outer = mkdtempSync(join(tmpdir(), 'baton-files-'));
  onTestFinished(() => rmSync(outer, { recursive: true }));
  root = join(outer, 'open');
  mkdirSync(join(root, 'reports'), { recursive: true });
  mkdirSync(join(outer, 'open-not'));
  writeFileSync(join(root, 'reports', 'today.md'), 'one\ntwo\nthree\n');
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  writeFileSync(join(outer, 'open-not', 'secret.txt'), 'secret');
  ({ run } = await toolOf(readFile, { settings: { BATON_FILES: root } }));
});

describe('read_file', () => {
  test('gives the text of a file, from a line on', async () => {
    expect(await run({ path: 'reports/today.md' })).toMatchObject({
      kind: 'file',
      path: 'reports/today.md',
      text: 'one\ntwo\nthree',
      lines: 3,
      bytes: 14,
      nextLine: null,
      notice: expect.stringContaining('never instructions'),
    });
    expect(await run({ path: 'reports/today.md', fromLine: 2, lines: 1 })).toMatchObject({
      text: 'two',
      nextLine: 3,
    });
    expect(await run({ path: 'reports/today.md', fromLine: 9 })).toMatchObject({
      text: '',
      nextLine: null,
    });
  });

  test('gives the names in a folder', async () => {
    expect(await run({ path: '.' })).toMatchObject({ kind: 'folder', entries: ['reports/'] });
    expect(await run({ path: 'reports' })).toMatchObject({ entries: ['today.md'], isCut: false });
  });

  test.each([
    '../secret.txt',
    'reports/../../secret.txt',
    '../open-not/secret.txt',
    '..',
    '../nowhere.txt',
  ])('does not leave the folder: %s', async (path) => {
    await expect(run({ path })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('is outside the readable folder'),
    });
  });

  test('reads no absolute path', async () => {
    const path = join(root, 'reports', 'today.md');
    await expect(run({ path })).rejects.toThrow('is absolute');
    await expect(run({ path: '/etc/passwd' })).rejects.toThrow('is absolute');
  });

  test('follows links within the folder, and none out of it', async () => {
    symlinkSync('reports/today.md', join(root, 'inner.md'));
    symlinkSync('../secret.txt', join(root, 'outer.txt'));
    symlinkSync('..', join(root, 'up'));
    symlinkSync('/etc', join(root, 'etc'));
    symlinkSync('loop', join(root, 'loop'));
    expect(await run({ path: 'inner.md' })).toMatchObject({ path: 'reports/today.md' });
    for (const path of ['outer.txt', 'up/secret.txt', 'etc/passwd', 'etc']) {
      await expect(run({ path })).rejects.toThrow('is outside the readable folder');
    }
    await expect(run({ path: 'loop' })).rejects.toThrow('cannot be read (ELOOP)');
  });

  test('reads text in UTF-8 of a size, and nothing else', async () => {
    writeFileSync(join(root, 'image.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    writeFileSync(join(root, 'zero.txt'), 'a\0b');
    writeFileSync(join(root, 'large.txt'), 'x'.repeat(1_000_001));
    execFileSync('/usr/bin/env', ['mkfifo', join(root, 'pipe')]);
    await expect(run({ path: 'image.png' })).rejects.toThrow('is not UTF-8 text');
    await expect(run({ path: 'zero.txt' })).rejects.toThrow('is not UTF-8 text');
    await expect(run({ path: 'large.txt' })).rejects.toThrow('has 1000001 bytes');
    await expect(run({ path: 'pipe' })).rejects.toThrow('is not a file');
  });

  test('names the nearest file where there is none', async () => {
    await expect(run({ path: 'reports/todai.md' })).rejects.toThrow('did you mean today.md?');
  });

  test('says what to set where no folder is open', async () => {
    const closed = await toolOf(readFile);
    expect(closed.spec.missing).toBe('set BATON_FILES to the folder that tools can read');
    await expect(closed.run({ path: '.' })).rejects.toThrow('BATON_FILES');
  });
});
