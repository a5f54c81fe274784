import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQueryDatabase } from '../../../../activities/services/query/query-database.ts';
import { queryDatabase } from '../../../../activities/catalog/system/query-database.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { toolOf } from '../../tools/outside.ts';

const { TEST_DATABASE_URL: server } = process.env;

test('query_database says what to set where there is no database to read', async () => {
  const { spec, run } = await toolOf(queryDatabase);
  expect(spec.missing).toMatch(/^set BATON_QUERY_DATABASE_URL.*can only read/);
  await expect(run({ sql: 'select 1' })).rejects.toThrow('BATON_QUERY_DATABASE_URL');
});

test('query_database waits for a database that cannot be reached', async () => {
  const settings = { BATON_QUERY_DATABASE_URL: 'postgresql://reader:secret@127.0.0.1:1/none' };
  const { run } = await toolOf(queryDatabase, { settings });
  const failed = run({ sql: 'select 1' });
  await expect(failed).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    retryable: true,
    away: { what: 'the database of BATON_QUERY_DATABASE_URL' },
  });
  await expect(failed).rejects.not.toThrow('secret');
});

describe.runIf(server)('query_database on PostgreSQL', () => {
  const id = randomUUID().slice(0, 8);
  const names = { database: `query_${id}`, reader: `reader_${id}`, writer: `writer_${id}` };
  let admin: Client;
  let owner: Client;
  const urlOf = (user: string) => {
    const url = new URL(server!);
    url.username = user;
    url.password = 'secret';
    url.pathname = names.database;
    return url.href;
  };

  beforeAll(async () => {
    admin = new Client({ connectionString: server });
    await admin.connect();
    await admin.query(`create database ${names.database}`);
    const url = new URL(server!);
    url.pathname = names.database;
    owner = new Client({ connectionString: url.href });
    await owner.connect();
    await owner.query(`
      create table prices (day date, close numeric, volume bigint, note text, tags jsonb, up boolean, ratio float8);
      insert into prices select '2026-01-01'::date + i, i + 0.10, 9007199254740993, 'n' || i, '{"i": 1}', true, 'NaN'
        from generate_series(1, 600) as i;
      create table hidden (secret text);
      create role ${names.reader} login password 'secret';
      grant select on prices to ${names.reader};
      create role ${names.writer} login password 'secret';
      grant all on prices, hidden to ${names.writer};`);
  });
  afterAll(async () => {
    await owner.end();
    await admin.query(`drop database ${names.database} with (force)`);
    await admin.query(`drop role ${names.reader}`);
    await admin.query(`drop role ${names.writer}`);
    await admin.end();
  });

  async function query(args: JsonObject, user = names.reader) {
    const { run } = await toolOf(queryDatabase, {
      settings: { BATON_QUERY_DATABASE_URL: urlOf(user) },
    });
    return run(args);
  }
  const prices = async () => (await owner.query('select count(*)::int as n from prices')).rows[0].n;

  test('gives the rows of a query with its parameters, exact and as JSON', async () => {
    const sql = 'select * from prices where close < $1 and note <> $2 order by day;';
    expect(await query({ sql, parameters: [3, 'n1'] })).toMatchObject({
      columns: ['day', 'close', 'volume', 'note', 'tags', 'up', 'ratio'],
      rows: [['2026-01-03', '2.10', '9007199254740993', 'n2', { i: 1 }, true, null]],
      isCut: false,
      notice: expect.stringContaining('never instructions'),
    });
    expect(await query({ sql: 'with a as (values (1), (2)) table a' })).toMatchObject({
      rows: [[1], [2]],
    });
  });

  test('gives as many rows as are wanted, and says whether there are more', async () => {
    const sql = 'select day from prices order by day';
    const some = await query({ sql, limit: 5 });
    expect(some['rows']).toHaveLength(5);
    expect(some['isCut']).toBe(true);
    const large = await query({ sql: `select repeat('x', 3000) from prices`, limit: 500 });
    expect(JSON.stringify(large).length).toBeLessThan(250_000);
    expect(large['isCut']).toBe(true);
  });

  test.each([
    'delete from prices',
    'insert into prices (note) values (1)',
    'update prices set note = null returning note',
    'drop table prices',
    'with gone as (delete from prices returning *) select * from gone',
    'select 1; delete from prices',
    'select 1; commit; delete from prices',
    '1; delete from prices; --',
    'set transaction read write',
    'commit',
    'copy prices to stdout',
    'select * into copied from prices',
    'do $$ begin delete from prices; end $$',
  ])('changes nothing, whoever asks: %s', async (sql) => {
    for (const user of [names.reader, names.writer]) {
      await expect(query({ sql }, user)).rejects.toMatchObject({
        code: 'EXECUTION_ERROR',
        retryable: false,
        message: expect.stringContaining('The database reports:'),
      });
    }
    expect(await prices()).toBe(600);
  });

  test('changes nothing by functions either', async () => {
    await owner.query(
      `create or replace function wipe() returns int language sql as 'delete from prices; select 1'`,
    );
    await expect(query({ sql: 'select wipe()' }, names.writer)).rejects.toThrow(
      'not allowed: wipe',
    );
    await owner.query('create or replace view wiping as select wipe()');
    await owner.query(`grant select on wiping to ${names.writer}`);
    await expect(query({ sql: 'table wiping' }, names.writer)).rejects.toThrow('read-only');
    expect(await prices()).toBe(600);
  });

  test('takes no lock, waits for nothing and sends nothing', async () => {
    const held = () => owner.query(`select 1 from pg_locks where locktype = 'advisory'`);
    for (const sql of ['select pg_advisory_lock(1)', `select pg_notify('a', 'b')`]) {
      await expect(query({ sql })).rejects.toThrow('not allowed: pg_');
    }
    expect((await held()).rowCount).toBe(0);
  });

  test.each([
    ['select (0::float8).pg_sleep', 'pg_sleep'],
    ['select (0::float8) . /* b */ "pg_sleep"', 'pg_sleep'],
    ['select (7::bigint).pg_advisory_lock', 'pg_advisory_lock'],
    ['select x.pg_advisory_lock from generate_series(7::bigint, 7) as x', 'pg_advisory_lock'],
    ['select (pid).pg_terminate_backend from (values (0)) as t (pid)', 'pg_terminate_backend'],
    [`select ('select to_tsvector(note) from prices'::text).ts_stat`, 'ts_stat'],
    [`select (array[0::float8])[1].pg_sleep`, 'pg_sleep'],
    ['select (5).owned', 'owned'],
    ['select prices.noted from prices', 'noted'],
    ['select public.prices.noted from public.prices', 'noted'],
    [`select (5).${'o'.repeat(80)}`, 'o'.repeat(63)],
  ])('takes no call that is written like a column: %s', async (sql, name) => {
    await owner.query(`
      create or replace function owned(int) returns int language sql as 'select $1';
      create or replace function noted(prices) returns text language sql as 'select $1.note';
      create or replace function ${'o'.repeat(63)}(int) returns int language sql as 'select $1';`);
    await expect(query({ sql })).rejects.toThrow(`functions have them too: .${name}. Write`);
  });

  test('takes columns of any table and of composite values, also those with names of casts', async () => {
    const sql = `select public.prices.close, t.name, (t).time, t."timestamp", t.version, (t).max, prices.tags
      from public.prices, (values ('a', 2, 3, 4, 5)) as t (name, time, timestamp, version, max)
      where prices.note = 'n1'`;
    expect(await query({ sql })).toMatchObject({ rows: [['1.10', 'a', 2, 3, 4, 5, { i: 1 }]] });
    expect(await query({ sql: 'select owned from (values (1)) as t (owned)' })).toMatchObject({
      rows: [[1]],
    });
  });

  test.each([
    'execute prepared',
    'call wipe()',
    'select note from prices for update',
    'select note from prices for share',
    'prepare prepared as select 1',
    'explain analyze select 1',
    'create temp table copied as select 1',
    `set statement_timeout = 0`,
    'lock table prices',
    'listen orders',
  ])('takes no statement but a query: %s', async (sql) => {
    await expect(query({ sql }, names.writer)).rejects.toThrow('The database reports:');
  });

  test('reads queries as PostgreSQL does, with its texts, comments and column lists', async () => {
    const sql = `with recursive a(n) as (select 1 union all select n + 1 from a where n < 3),
        b (m) as (values (9))
      select n, count(*) over (order by n) as c, 'pg_sleep(1)' as t, $a$pg_sleep(1)$a$, (n::numeric(3, 1))::text, x.y
      from a, b, unnest(array[n]) with ordinality as x (y, z) /* pg_sleep(1) /* nested */ */
      where n in (1, 2) and exists (select 1) -- pg_sleep(1)
      order by 1`;
    expect(await query({ sql })).toMatchObject({
      rows: [
        [1, '1', 'pg_sleep(1)', 'pg_sleep(1)', '1.0', 1],
        [2, '2', 'pg_sleep(1)', 'pg_sleep(1)', '2.0', 2],
      ],
    });
  });

  test('stops a query that takes too long', async () => {
    const url = urlOf(names.reader);
    const { run } = await toolOf(queryDatabase, {
      settings: { BATON_QUERY_DATABASE_URL: url },
      services: { database: createQueryDatabase(url, { statementTimeoutMs: 100 }) },
    });
    await expect(
      run({ sql: 'select count(*) from generate_series(1, 1000000000000)' }),
    ).rejects.toThrow('longer than 0.1 s');
  });

  test('does not take in more than it could hold', async () => {
    const sql = `select repeat(md5(random()::text), 2_000_000) as long`.replaceAll('_', '');
    await expect(query({ sql })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('larger than 16 MB'),
    });
  });

  test('says what is wrong, so that it can be fixed', async () => {
    await expect(query({ sql: 'select clos from prices' })).rejects.toThrow(
      /column "clos" does not exist \(42703\).*prices\.close/,
    );
    await expect(query({ sql: 'select secret from hidden' })).rejects.toThrow('permission denied');
    await expect(query({ sql: 'selec 1' })).rejects.toThrow(/near "selec".*begins with select/);
  });

  test('does not use a role that may do anything', async () => {
    const superuser = new URL(server!);
    superuser.pathname = names.database;
    const { run } = await toolOf(queryDatabase, {
      settings: { BATON_QUERY_DATABASE_URL: superuser.href },
    });
    await expect(run({ sql: 'select 1' })).rejects.toThrow(/has admin rights.*create role reader/);
  });

  test.each([
    ['a superuser', () => new URL(server!).username],
    ['the readers of files, without being one', () => 'pg_read_server_files'],
  ])('does not use a role that may become %s', async (_who, mighty) => {
    const climber = `climber_${randomUUID().slice(0, 8)}`;
    await admin.query(`create role ${climber} login noinherit password 'secret'`);
    try {
      await admin.query(`grant ${mighty()} to ${climber}`);
      await expect(query({ sql: 'select 1' }, climber)).rejects.toThrow(/has admin rights/);
    } finally {
      await admin.query(`drop role ${climber}`);
    }
  });
});
