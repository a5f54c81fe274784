import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase, type OpenDatabase } from '../../db/open.ts';

/**
 * The databases that records are tested on: PGlite in memory, and PostgreSQL when `TEST_DATABASE_URL` names a
 * server. Use with `describe.each(databases)('… on $name', ({ open }) => { … })`.
 */
export const databases: readonly { name: string; open(): Promise<OpenDatabase> }[] = [
  { name: 'PGlite', open: () => openDatabase({}) },
  ...postgresServers().map((url) => ({ name: 'PostgreSQL', open: () => openPostgres(url) })),
];

function postgresServers(): string[] {
  const { TEST_DATABASE_URL: url } = process.env;
  return url ? [url] : [];
}

/** A new database with our schema; closing it drops it. */
async function openPostgres(serverUrl: string): Promise<OpenDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
