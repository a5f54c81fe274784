import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openLog, rotateLog } from '../../bin/log-file.ts';

const options = { maxBytes: 10, keep: 2 };
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  file = join(folder, 'api.log');
});

const textOf = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');

describe('a log', () => {
  it('continues where it ended', async () => {
    await writeFile(file, 'one\n');
    openLog(file, options).write('two\n');
    await expect.poll(() => textOf('api.log')).toBe('one\ntwo\n');
  });

  it('moves on when it is full, and keeps a few', async () => {
    const log = openLog(file, options);
    for (const line of ['first line\n', 'second line\n', 'third line\n', 'fourth line\n']) {
      log.write(line);
      await expect
        .poll(async () => (await Promise.all((await readdir(folder)).map(textOf))).join(''))
        .toContain(line);
      log.write('');
    }
    log.write('last\n');
    await expect.poll(() => textOf('api.log')).toContain('last');
    expect((await readdir(folder)).toSorted()).toEqual(['api.log', 'api.log.1', 'api.log.2']);
  });

  it('drops what cannot be written, and writes again when it can', async () => {
    const log = openLog(join(folder, 'missing', 'api.log'), { maxBytes: 10_000, keep: 2 });
    log.write('lost\n');
    await expect
      .poll(async () => {
        await mkdir(join(folder, 'missing'), { recursive: true });
        log.write('kept\n');
        return textOf('missing/api.log');
      })
      .toContain('kept');
  });

  it('that cannot be moved goes on', async () => {
    await mkdir(join(folder, 'api.log.1', 'taken'), { recursive: true });
    const log = openLog(file, { maxBytes: 10, keep: 1 });
    for (const line of ['first line\n', 'second line\n']) {
      log.write(line);
      await expect.poll(() => textOf('api.log')).toContain(line);
      log.write('');
    }
    expect(await textOf('api.log')).toBe('first line\nsecond line\n');
  });

  it('that another process writes is moved at its start', async () => {
    await writeFile(file, 'a long line\n');
    rotateLog(file, options);
    expect(await readdir(folder)).toEqual(['api.log.1']);
    rotateLog(file, options);
    expect(await readdir(folder)).toEqual(['api.log.1']);
  });
});
