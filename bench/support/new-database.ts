import pg from 'pg';
import type { Bench } from '../measurement.ts';

export type Store = Awaited<ReturnType<typeof newDatabase>>;
let databases = 0;

/** A database of its own on a PostgreSQL server, dropped at the end. */
export async function newDatabase({ cleanup }: Bench, server: string) {
  const name = `bench_${process.pid}_${(databases += 1)}`;
  const administrator = new pg.Client({ connectionString: server });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  cleanup.add(async () => {
    await administrator.query(`drop database ${name} with (force)`);
    await administrator.end();
  });
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    async stored(): Promise<number> {
      const { rows } = await administrator.query('select pg_database_size($1) as bytes', [name]);
      return Number(rows[0].bytes);
    },
  };
}
