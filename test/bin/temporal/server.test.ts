import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTemporalServer } from '../../../bin/temporal/server.ts';

test('a file that is not the state of Temporal is reported with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'temporal.db');
  await writeFile(file, 'no database '.repeat(1_000));
  const starting = startTemporalServer({ binary: 'false', folder, port: 1 });
  await expect(starting).rejects.toThrow(
    `Temporal's state in ${file} cannot be used (file is not a database)`,
  );
});

test('a page of the state that is damaged is found when the server does not start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'temporal.db');
  const state = new DatabaseSync(file);
  state.exec('create table histories (id text primary key)');
  const insert = state.prepare('insert into histories values (?)');
  for (let number = 0; number < 500; number += 1) insert.run(`${number} ${'x'.repeat(200)}`);
  state.close();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill('damaged', 4_096));
  await expect(startTemporalServer({ binary: 'false', folder, port: 1 })).rejects.toThrow(
    `Temporal's state in ${file} cannot be used`,
  );
});

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
