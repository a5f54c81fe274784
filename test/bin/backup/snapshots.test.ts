import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSnapshots } from '../../../bin/backup/snapshots.ts';

it('a copy that cannot be noted is deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-snapshots-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'rows'), 'one');
  const take = await openSnapshots({ folder, hold: (work) => work(), spareBytes: 0 });
  const name = await take(async () => undefined);
  await expect(take(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await readdir(join(folder, 'snapshots'))).toEqual([name]);
});
