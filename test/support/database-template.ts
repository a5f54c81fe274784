import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { databaseFolder, openDatabase } from '../../db/open.ts';
import { onceARun } from './once-a-run.ts';
import { createPostgres } from './postgres-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An empty database with our schema, which those of tests begin with: PGlite's file, and PostgreSQL's name of it. */
    databaseTemplate: { file: string; name?: string };
  }
}

/** Makes the database that those of tests are copies of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template, drop } = await madeTemplate();
  project.provide('databaseTemplate', template);
  return drop;
}

/** The database of this run: made when it is asked for first. */
export function madeTemplate() {
  return onceARun('database template', make);
}

async function make() {
  const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
  const file = join(folder, 'database.tar');
  const { close } = await openDatabase({ dataFolder: folder });
  await close();
  const client = await PGlite.create(databaseFolder(folder));
  const dump = await client.dumpDataDir('none');
  await client.close();
  await writeFile(file, dump.stream());
  const postgres = await makeOnServer();
  return {
    template: { file, ...(postgres && { name: postgres.name }) },
    drop: () =>
      onceARun('no database template', async () => {
        await postgres?.drop();
        await rm(folder, { recursive: true, force: true });
      }),
  };
}

async function makeOnServer() {
  const { TEST_DATABASE_URL: server } = process.env;
  if (!server) return undefined;
  const created = await createPostgres(server);
  const { close } = await openDatabase({ url: created.url });
  await close();
  return created;
}
