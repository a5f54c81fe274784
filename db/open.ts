import { mkdir } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Client as BaseClient, ClientConfig, Pool, PoolClient, PoolConfig } from 'pg';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { withoutKeys } from '../contracts/base/sealed-text.ts';
import type { Sealer } from '../contracts/base/sealed-text.ts';
import { tellOfConnection, tellOfOwnConnection } from './changes.ts';
import { openPglite, pgliteConnection } from './pglite/open.ts';
import type { PgliteFiles } from './pglite/open.ts';
import { migrationsFolder } from './migrations-folder.ts';
import * as schema from './schema/index.ts';
import { prepareStatements, statementNames } from './prepared.ts';
import { sealConnection } from './sealing.ts';
import { inWords, placeOfPostgres, whyPostgresIsAway } from './unusable-postgres.ts';
import { untilThere } from './until-there.ts';
import type { StartWait } from './until-there.ts';

/** The one database interface that repositories use, over PGlite and PostgreSQL alike. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OpenDatabase = {
  db: Database;
  name: 'PGlite' | 'PostgreSQL';
  /**
   * Works with the files of a PGlite while they hold all that was written and do not change: statements under way
   * end first, and others wait.
   */
  holdFiles?<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/**
 * Opens the database and brings its schema up to date.
 * @param options.url a PostgreSQL URL; left out, PGlite in `dataFolder`, or in memory without one.
 * @param options.sealer encrypts what users, models and tools wrote. @default one that refuses to write it
 * @param options.wait waits for a PostgreSQL that is away; left out, that is an error.
 * @throws {PostgresRefuses} where another user, password or database has to be named.
 */
export async function openDatabase(options: {
  url?: string;
  dataFolder?: string;
  sealer?: Sealer;
  wait?: StartWait | undefined;
}): Promise<OpenDatabase> {
  const { url, dataFolder, sealer = withoutKeys, wait } = options;
  if (!url) return openFolder(dataFolder, sealer);
  const open = () => openPostgres(url, sealer);
  const opened = wait
    ? untilThere({ what: placeOfPostgres(url), open, whyAway: whyPostgresIsAway, wait })
    : open();
  return opened.catch((error: unknown) => {
    throw inWords(error, url);
  });
}

/** A PostgreSQL server that is silent for longer, as it opens a connection or executes a statement, does not respond. */
const longestSilenceMs = 30_000;

async function openPostgres(url: string, sealer: Sealer): Promise<OpenDatabase> {
  const { pool, db, migrateBy, Client } = await openPool(
    { connectionString: url, stream: socketThatIsHeard },
    sealer,
  );
  // Several processes may start at once: one migrates, however long it takes, and the others wait.
  const migrating = new Client({ connectionString: url });
  // A statement tells of its own error.
  migrating.on('error', () => undefined);
  try {
    await migrating.connect();
    await migrating.query('select pg_advisory_lock(7265616)');
    await migrateBy(migrating);
  } catch (error) {
    await pool.end();
    throw error;
  } finally {
    // The end of the connection gives the lock back; one that never came has none.
    await migrating.end().catch(() => undefined);
  }
  const stopTelling = tellOfConnection(
    db,
    () =>
      new Client({
        connectionString: url,
        query_timeout: longestSilenceMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      }),
  );
  return {
    db,
    name: 'PostgreSQL',
    async close() {
      await stopTelling();
      await pool.end();
    },
  };
}

async function openFolder(dataFolder: string | undefined, sealer: Sealer): Promise<OpenDatabase> {
  if (!dataFolder) return openEmbedded({}, sealer);
  await mkdir(dataFolder, { recursive: true });
  return openEmbedded({ dataDir: databaseFolder(dataFolder) }, sealer);
}

/**
 * PGlite with our schema brought up to date.
 * @param files where its data lie, and what they begin with.
 * @param sealer as `openDatabase` takes it.
 * @throws {DatabaseUnusable} where they cannot be read or written.
 */
export async function openEmbedded(
  files: PgliteFiles,
  sealer = withoutKeys,
): Promise<OpenDatabase> {
  const pglite = openPglite(files);
  const { pool, db, migrateBy } = await openPool(pgliteConnection(pglite.stream), sealer);
  tellOfOwnConnection(db, pool);
  const close = async () => {
    await pool.end();
    await pglite.close();
  };
  try {
    (await connect(pool, files)).release();
    await migrateBy(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, name: 'PGlite', holdFiles, close };

  async function holdFiles<Result>(work: () => Promise<Result>): Promise<Result> {
    // The pool has one client: who holds it keeps everyone else from the database.
    const client = await pool.connect();
    try {
      await client.query('checkpoint');
      return await work();
    } finally {
      client.release();
    }
  }
}

async function connect(pool: Pool, { dataDir = 'memory' }: PgliteFiles): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw new DatabaseUnusable(dataDir, cause);
  }
}

/** The embedded database does not open. */
class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
  constructor(folder: string, cause: unknown) {
    // PGlite's file system throws objects of its own.
    const reason = cause instanceof Error ? cause.message : JSON.stringify(cause);
    super(
      `The database in ${folder} cannot be opened (${reason}). Make sure that this user may write to the folder and ` +
        'that the disk is not full. If the files are damaged, restore a backup into a new folder (npx baton restore), or move the folder away to start with an empty database.',
      { cause },
    );
  }
}

async function openPool(config: PoolConfig, sealer: Sealer) {
  const [{ Client: PlainClient, Pool }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  // As an option of the pool it would also limit how long one waits for a connection that others use.
  class Client extends PlainClient {
    constructor(settings?: ClientConfig) {
      super({
        ...settings,
        ...(config.connectionString && { connectionTimeoutMillis: longestSilenceMs }),
      });
    }
  }
  const names = statementNames();
  const pool = new Pool({ ...config, Client });
  // A connection that breaks between queries is replaced by the pool; a query tells of its own error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    prepareStatements(client, names);
    sealConnection(client, sealer);
    client.once('end', () => giveBack(client as PoolClient));
  });
  return {
    pool,
    Client,
    db: drizzle(pool, { schema }),
    migrateBy: (client: Pool | BaseClient) => migrate(drizzle(client), { migrationsFolder }),
  };
}

/** A connection that ends, with the statement that it executes, when the server is silent for too long. */
function socketThatIsHeard(): Socket {
  const socket = new Socket();
  socket.setTimeout(longestSilenceMs, () => {
    const silence = new Error('The database does not respond.');
    socket.destroy(Object.assign(silence, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

/** Takes a broken connection out of its pool: a transaction that it breaks as it begins never gives it back. */
function giveBack(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was given back before.
  }
  client.release = () => undefined;
}

/** Where PGlite's files lie in a data folder. */
export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'database');
}
