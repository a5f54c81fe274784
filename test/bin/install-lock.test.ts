import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockInstallation } from '../../bin/install-lock.mjs';

const lockModule = new URL('../../bin/install-lock.mjs', import.meta.url).href;
const rounds = 50;
const takers = 2;

let folder: string;
let lock: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-install-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  lock = join(folder, 'data', 'installing');
});

const noWait = (owner: number) => {
  throw new Error(`it waits for ${owner}`);
};

/** What is under a folder, each by its path in it. */
const contents = (of: string) => readdir(of, { recursive: true });

test('a released lock can be taken again, and leaves nothing behind', async () => {
  for (let round = 0; round < 2; round += 1) {
    const release = await lockInstallation(lock, noWait);
    expect(await contents(lock)).toHaveLength(1);
    release();
    expect(await contents(join(folder, 'data'))).toEqual([]);
  }
});

test('a process that lost the lock does not release the lock of another', async () => {
  const releaseLost = await lockInstallation(lock, noWait);
  await rm(lock, { recursive: true });
  const release = await lockInstallation(lock, noWait);
  const held = await contents(lock);
  releaseLost();
  expect(await contents(lock)).toEqual(held);
  release();
});

test('a lock whose owner crashed while taking it keeps nobody out', async () => {
  await mkdir(lock, { recursive: true });
  const release = await lockInstallation(lock, noWait);
  expect(await contents(lock)).toHaveLength(1);
  release();
});

/**
 * Looks for each of the locks at the same moment as the other takers, keeps those that it gets, and prints their numbers
 * once it has each or waits for it.
 */
const take = `
  import { readdirSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { lockInstallation } from ${JSON.stringify(lockModule)};
  const folder = process.argv[1];
  const meet = (place) => {
    writeFileSync(join(place, String(process.pid)), '');
    while (readdirSync(place).length < ${takers});
  };
  const taken = [];
  const settled = [];
  for (let round = 0; round < ${rounds}; round += 1) {
    meet(join(folder, 'meeting-' + round));
    settled.push(new Promise((waits) => {
      void lockInstallation(join(folder, 'lock-' + round), waits).then(() => waits(taken.push(round)));
    }));
  }
  await Promise.all(settled);
  console.log(JSON.stringify(taken));
  process.stdin.resume().once('end', () => process.exit());
`;

test('of several that find a dead lock at the same time, only one takes it', async () => {
  const numbers = Array.from({ length: rounds }, (_, round) => round);
  for (const round of numbers) {
    await mkdir(join(folder, `meeting-${round}`));
    await mkdir(join(folder, `lock-${round}`));
    await writeFile(join(folder, `lock-${round}`, `${spawnSync('true').pid}-dead`), '');
  }
  const taken = await Promise.all(
    Array.from({ length: takers }, async () => {
      const taker = spawn(process.execPath, ['--input-type=module', '-e', take, folder]);
      onTestFinished(() => void taker.kill('SIGKILL'));
      const [printed] = await once(taker.stdout, 'data');
      return JSON.parse(String(printed)) as number[];
    }),
  );
  expect(taken.flat().toSorted((a, b) => a - b)).toEqual(numbers);
});
