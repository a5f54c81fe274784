import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTemporalServer } from '../../../bin/temporal/server.ts';

test('a log of an earlier server is continued', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = join(folder, 'temporal.log');
  await writeFile(log, 'what the last server said');
  await expect(startTemporalServer({ binary: 'false', folder, port: 1 })).rejects.toThrow();
  expect(await readFile(log, 'utf8')).toContain('what the last server said');
});

test('a server that ends before it answers is reported with its log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const starting = startTemporalServer({ binary: 'false', folder, port: 1 });
  await expect(starting).rejects.toThrow(
    `The Temporal server stopped before it responded. Its log is ${join(folder, 'temporal.log')}`,
  );
});
