import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTemporalServer } from '../../../bin/temporal/server.ts';
import { requireUsableState } from '../../../bin/temporal/state-file.ts';

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

/** A state as a server that was killed leaves it; its first page is then overwritten. */
async function stateWithoutHeader({ inLog }: { inLog: boolean }) {
  const folder = await mkdtemp(join(tmpdir(), 'baton-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [file, source] = [join(folder, 'temporal.db'), join(folder, 'source.db')];
  const state = new DatabaseSync(source);
  state.exec('pragma journal_mode = wal; create table histories (id text primary key)');
  if (!inLog) state.exec('pragma wal_checkpoint(truncate)');
  state.exec("insert into histories values ('one')");
  await copyFile(source, file);
  await copyFile(`${source}-wal`, `${file}-wal`);
  state.close();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill('damaged', 0, 4_096));
  return { folder, file };
}

test('a first page that is damaged and nowhere else is reported with what to do', async () => {
  const { folder, file } = await stateWithoutHeader({ inLog: false });
  await expect(startTemporalServer({ binary: 'false', folder, port: 1 })).rejects.toThrow(
    `Temporal's state in ${file} cannot be used (file is not a database)`,
  );
});

test('a first page that is damaged and whole in the log is reported', async () => {
  const { folder, file } = await stateWithoutHeader({ inLog: true });
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  await expect(startTemporalServer({ binary: 'false', folder, port: 1, onNotice })).rejects.toThrow(
    'stopped before it responded',
  );
  expect(notices).toEqual([expect.stringContaining(`The first page of ${file} was damaged`)]);
});

test('a damaged page is found before a server starts with it', async () => {
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
  await expect(requireUsableState(file)).rejects.toThrow(`Temporal's state in ${file}`);
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
