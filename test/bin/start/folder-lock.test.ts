import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUse, lockFolder } from '../../../bin/start/folder-lock.ts';

const lockModule = new URL('../../../bin/start/folder-lock.ts', import.meta.url).href;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-lock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second Baton in the same folder is refused, and told who has it', async () => {
  const unlock = await lockFolder(folder);
  const second = lockFolder(folder, 0);
  await expect(second).rejects.toThrow(FolderInUse);
  await expect(second).rejects.toThrow(`process ${process.pid}) is using ${folder}`);
  await unlock();
});

test('a folder that was given free can be taken', async () => {
  const unlock = await lockFolder(folder);
  await unlock();
  const again = await lockFolder(folder, 0);
  await again();
});

test('the lock of a process that was killed does not last', async () => {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(lockModule)});
    await lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await expect(lockFolder(folder, 0)).rejects.toThrow(`process ${child.pid})`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const unlock = await lockFolder(folder, 0);
  await unlock();
});
