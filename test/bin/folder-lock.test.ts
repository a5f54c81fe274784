import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  link,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FolderInUse, lockFolder } from '../../bin/folder-lock.ts';

const lockModule = new URL('../../bin/folder-lock.ts', import.meta.url).href;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-lock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second Baton in the same folder is refused, and told who has it', async () => {
  const unlock = await lockFolder(folder);
  const second = lockFolder(folder, { patienceMs: 0 });
  await expect(second).rejects.toThrow(FolderInUse);
  await expect(second).rejects.toThrow(`process ${process.pid}) is using ${folder}`);
  await unlock();
});

test('a released folder can be taken', async () => {
  const unlock = await lockFolder(folder);
  await unlock();
  const again = await lockFolder(folder, { patienceMs: 0 });
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
  await expect(lockFolder(folder, { patienceMs: 0 })).rejects.toThrow(`process ${child.pid})`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const unlock = await lockFolder(folder, { patienceMs: 0 });
  await unlock();
});

/** What a Baton in another container left, or goes on writing. */
const elsewhere = { id: 'other', pid: process.pid, began: null, host: 'desk-2', machine: 'desk-2' };
const lockPath = () => join(folder, 'baton.lock');

test('a folder that a Baton on another machine uses is refused as soon as it shows that it is alive', async () => {
  await writeFile(lockPath(), JSON.stringify(elsewhere));
  const second = lockFolder(folder, {
    say: (line) => {
      expect(line).toContain(`was last used by process ${process.pid} on desk-2`);
      void utimes(lockPath(), new Date(), new Date(Date.now() + 5_000));
    },
  });
  await expect(second).rejects.toThrow(`(process ${process.pid} on desk-2) is using ${folder}`);
});

test('what a Baton on another machine left is taken over when nothing was heard of it', async () => {
  await writeFile(lockPath(), JSON.stringify(elsewhere));
  const unlock = await lockFolder(folder, { silenceMs: 200 });
  expect(JSON.parse(await readFile(lockPath(), 'utf8'))).toMatchObject({ pid: process.pid });
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test('the id of a process that has died may be of another one now', async () => {
  const unlock = await lockFolder(folder);
  const left = JSON.parse(await readFile(lockPath(), 'utf8'));
  await unlock();
  await writeFile(lockPath(), JSON.stringify({ ...left, id: 'earlier', began: '1' }));
  await (
    await lockFolder(folder, { patienceMs: 0 })
  )();
});

test.each(['', '{"pid":', 'null', '{}', '5'])('a damaged lock, %j, is taken over', async (text) => {
  await writeFile(lockPath(), text);
  await (
    await lockFolder(folder, { silenceMs: 200 })
  )();
});

test('of many that start at once, one gets the folder', async () => {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(lockModule)});
    const attempts = Array.from({ length: 20 }, () =>
      lockFolder(${JSON.stringify(folder)}, { patienceMs: 0, silenceMs: 200 }));
    const results = await Promise.allSettled(attempts);
    console.log(results.filter(({ status }) => status === 'fulfilled').length);
    setInterval(() => {}, 1000);
  `;
  await writeFile(lockPath(), JSON.stringify(elsewhere));
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const counts = await Promise.all(
    children.map(async (child) => Number((await once(child.stdout, 'data')).toString())),
  );
  for (const child of children) child.kill('SIGKILL');
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
});

test('a lock that cannot be read for a moment is not lost', async () => {
  const onLost = vi.fn();
  const unlock = await lockFolder(folder, { heartbeatMs: 10, onLost });
  const text = await readFile(lockPath(), 'utf8');
  // What leads to itself cannot be read.
  await link(lockPath(), `${lockPath()}.aside`);
  await symlink(lockPath(), `${lockPath()}.loop`);
  await rename(`${lockPath()}.loop`, lockPath());
  const begun = performance.now();
  await vi.waitUntil(() => performance.now() - begun > 100);
  await rename(`${lockPath()}.aside`, lockPath());
  expect(onLost).not.toHaveBeenCalled();
  expect(await readFile(lockPath(), 'utf8')).toBe(text);
  await unlock();
});

test('a Baton whose folder was taken over is told so', async () => {
  const onLost = vi.fn();
  const unlock = await lockFolder(folder, { heartbeatMs: 10, onLost });
  await writeFile(lockPath(), JSON.stringify(elsewhere));
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
  await unlock();
  expect(JSON.parse(await readFile(lockPath(), 'utf8'))).toEqual(elsewhere);
});
