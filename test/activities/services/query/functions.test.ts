import { expect, test } from 'vitest';
import {
  namesAfterDots,
  refusedFunctions,
} from '../../../../activities/services/query/functions.ts';

test.each([
  'pg_sleep(1)',
  'PG_SLEEP (1)',
  'pg_catalog.pg_sleep(1)',
  '"pg_sleep"(1)',
  'pg_catalog . "pg_sleep" (1)',
  'pg_sleep/* a /* b */ ( */(1)',
  'pg_sleep -- (\n (1)',
  'U&"pg\\005fsleep"(1)',
  'u&"pg!005fsleep" uescape \'!\' (1)',
  'pg_sleep\u00a0(1)',
  `'\\', pg_sleep(1), '\\'`,
  `E'\\'', pg_sleep(1), E'\\''`,
  `$a$ $b$ $a$, pg_sleep(1)`,
  'a$b$, pg_sleep(1), a$b$',
  'pg_advisory_lock(1)',
  'pg_try_advisory_xact_lock_shared(1)',
  "pg_notify('a', 'b')",
  "set_config('a.b', 'c', false)",
  "dblink('host=x', 'select 1')",
  "dblink_connect('host=x')",
  "lo_import('/etc/passwd')",
  'lo_create(0)',
  'lo_unlink(1)',
  "pg_read_file('/etc/passwd')",
  "pg_ls_dir('/')",
  'pg_terminate_backend(1)',
  "query_to_xml('select pg_sleep(1)', true, true, '')",
  "ts_stat('select pg_sleep(1)')",
  "nextval('a')",
  'pg_export_snapshot()',
  'public.count(1)',
  'operator(public.+)',
  '1 from a, dblink(x) as (b int)',
  '1 from pg_sleep(1) as t (a)',
  '(select pg_sleep(1))',
])('a query that calls others is refused: %s', (expression) => {
  expect(refusedFunctions(`select ${expression}`)).not.toEqual([]);
});

test.each([
  'select count(*), pg_catalog.sum("a") filter (where b) from t group by grouping sets ((a), (b))',
  'select extract(epoch from now()), cast(a as varchar(3)), a::numeric(10, 2) from t where a in (1) and not (b)',
  'with a (x) as materialized (select 1), b(y) as (with c as (table t) table c) select * from a, b',
  'select row_number() over (partition by (a) order by b) from t as u (a, b) where a = any (array[1])',
  'select * from t tablesample system (10) repeatable (1) limit (5)',
  "select 'it''s pg_sleep(1)', E'\\'pg_sleep(1)', \"pg_sleep(1)\", $$pg_sleep(1)$$, $1",
  'values (1), (2)',
  // What is no query is for the database to refuse.
  'insert into prices (note) values (1)',
])('a query that only computes is taken: %s', (sql) => {
  expect(refusedFunctions(sql)).toEqual([]);
});

test('what follows a dot is found however it is written, except functions that only compute', () => {
  const sql = `select (1).a, (1) . /* b */ "B c", $1.d, t.E, (array[t])[1].f, x.g.h, '.i', 1.5, t.*, t.lower -- .j
    from x`;
  expect(namesAfterDots(sql)).toEqual(['a', 'B c', 'd', 'e', 'f', 'g', 'h']);
});
