import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../db/open.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { openInMemory } from '../support/databases.ts';

describe('the embedded database', () => {
  let database: OpenDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await openInMemory();
    pool = (database.db as unknown as { $client: Pool }).$client;
    await pool.query('create table counted (n int)');
  });
  afterAll(() => database.close());

  const counted = async () => (await pool.query('select n from counted')).rows;

  it('lets its process go on while a statement runs', async () => {
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 1);
    await pool.query('select count(*) from generate_series(1, 3000000)');
    clearInterval(turn);
    // A statement in this thread would leave one or two.
    expect(turns).toBeGreaterThan(20);
  });

  it('takes back what a connection that broke had begun', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into counted values (1)');
    client.release(true);
    expect(await counted()).toEqual([]);
  });

  it('says what was wrong with a statement, and continues', async () => {
    await expect(pool.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' });
    await pool.query('insert into counted values (2)');
    expect(await counted()).toEqual([{ n: 2 }]);
  });

  it('lets its files be copied between two statements', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const files = { dataDir: join(folder, 'original') };
    const original = await openEmbedded(files);
    const { $client: writer } = original.db as unknown as { $client: Pool };
    await writer.query('create table counted (n int)');
    await writer.query('insert into counted values (1)');
    let late: Promise<unknown> | undefined;
    await original.holdFiles?.(async () => {
      late = writer.query('insert into counted values (2)');
      await cp(files.dataDir, join(folder, 'copy'), { recursive: true });
    });
    await late;
    expect(await countedIn(original)).toEqual([{ n: 1 }, { n: 2 }]);
    await original.close();
    const copy = await openEmbedded({ dataDir: join(folder, 'copy') });
    expect(await countedIn(copy)).toEqual([{ n: 1 }]);
    await copy.close();
  });

  async function countedIn({ db }: OpenDatabase) {
    const { rows } = await (db as unknown as { $client: Pool }).$client.query(
      'select n from counted order by n',
    );
    return rows;
  }

  it('says what to do when its files are damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const files = { dataDir: join(folder, 'damaged') };
    await (await openEmbedded(files)).close();
    await writeFile(join(files.dataDir, 'global', 'pg_control'), 'no control file');
    await expect(openEmbedded(files)).rejects.toThrow(/damaged cannot be opened .*baton restore/);
  });

  it('says why it cannot be opened', async () => {
    const dataDir = fileURLToPath(import.meta.url);
    await expect(openEmbedded({ dataDir })).rejects.toThrow(
      `The database in ${dataDir} cannot be opened`,
    );
  });
});
