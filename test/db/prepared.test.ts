import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import * as schema from '../../db/schema/index.ts';
import { everyDatabase } from '../support/databases.ts';

/** More often than a statement comes before it is prepared. */
const often = 15;

describe.each(everyDatabase)('statements on $name', ({ open }) => {
  let database: OpenDatabase;
  let pool: Pool;
  beforeEach(async () => {
    database = await open();
    onTestFinished(() => database.close());
    pool = (database.db as unknown as { $client: Pool }).$client;
  });

  const users = () => database.db.select({ id: schema.users.id }).from(schema.users);
  const usersOften = async () => {
    for (let time = 0; time < often; time += 1) expect(await users()).toEqual([]);
  };

  /** What the session has prepared. One after the other, statements have the same connection. */
  const prepared = async (): Promise<string[]> => {
    const { rows } = await pool.query(
      "select statement from pg_prepared_statements where name like 'baton_%' order by statement",
    );
    return rows.map(({ statement }) => statement);
  };
  const ofUsers = expect.stringMatching(/^select "\w+" from "users"$/);

  test('are prepared when they come again and again', async () => {
    await users();
    await database.db.select({ id: schema.runs.id }).from(schema.runs);
    expect(await prepared()).toEqual([]);
    await usersOften();
    expect(await prepared()).toEqual([ofUsers]);
  });

  test('are prepared again by the next connection', async () => {
    await usersOften();
    (await pool.connect()).release(true);
    expect(await users()).toEqual([]);
    expect(await prepared()).toEqual([ofUsers]);
  });

  test('go on as they are, where a pooler leads to a session that did not prepare them', async () => {
    await usersOften();
    await pool.query('deallocate all');
    await usersOften();
    expect(await prepared()).toEqual([]);
  });

  test('fail once within a transaction, which is lost then', async () => {
    await usersOften();
    const work = () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`deallocate all`);
        return tx.select({ id: schema.users.id }).from(schema.users);
      });
    await expect(work()).rejects.toMatchObject({ cause: { code: '26000' } });
    expect(await work()).toEqual([]);
  });
});
