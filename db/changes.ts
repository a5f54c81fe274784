import { EventEmitter } from 'node:events';
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Client, ClientBase, Pool } from 'pg';

// Triggers of the schema tell of changed rows when they are committed, whichever process or program has written them.

const channel = 'baton_changes';
const listen = `listen ${channel}`;
/** How soon a connection that broke is opened again. */
const pauseMs = 1_000;
/** How long a server may take to say goodbye. */
const goodbyeMs = 1_000;

type Source = {
  changed: EventEmitter;
  /** Makes sure that somebody listens to the database. */
  open(): void;
};
const sources = new WeakMap<object, Source>();

/** Of something that may have been missed. */
const anything = Symbol('anything');

/**
 * Calls `listener` when rows of some tables have changed, and when that may have been missed.
 * @param db as `openDatabase` gives it.
 * @param tables with a trigger that tells of them.
 * @returns the way to stop.
 */
export function onChange(db: object, tables: readonly PgTable[], listener: () => void): () => void {
  const source = sources.get(db);
  if (!source) throw new TypeError('Only an open database can publish changes.');
  const { changed } = source;
  const names = [...tables.map((table) => getTableName(table)), anything];
  for (const name of names) changed.on(name, listener);
  source.open();
  return () => {
    for (const name of names) changed.off(name, listener);
  };
}

/** Has the one connection of a pool tell of changes, and each that takes its place. */
export function tellOfOwnConnection(db: object, pool: Pool): void {
  const changed = newEmitter();
  pool.on('connect', (client) => {
    hear(client, changed);
    client.query(listen).then(
      () => void changed.emit(anything),
      () => undefined,
    );
  });
  sources.set(db, { changed, open: () => undefined });
}

/**
 * Has a connection beside those of a pool tell of changes, from when somebody wants to know. While there is none,
 * listeners are called with each attempt to open it.
 * @param connect makes one that is not open yet.
 * @returns the way to close it.
 */
export function tellOfConnection(db: object, connect: () => Client): () => Promise<void> {
  const changed = newEmitter();
  let isClosed = false;
  let isOpen = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function start(): Promise<void> {
    const opened = connect();
    client = opened;
    hear(opened, changed);
    opened.on('error', () => undefined);
    opened.once('end', () => {
      if (isClosed || client !== opened) return;
      timer = setTimeout(() => void start(), pauseMs).unref();
    });
    try {
      await opened.connect();
      await opened.query(listen);
    } catch {
      await end(opened);
    }
    if (!isClosed) changed.emit(anything);
  }

  sources.set(db, {
    changed,
    open() {
      if (isOpen || isClosed) return;
      isOpen = true;
      void start();
    },
  });
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    if (client) await end(client);
  };
}

/** Ends a connection, also where its server does not respond. */
async function end(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

function hear(client: ClientBase, changed: EventEmitter): void {
  client.on('notification', ({ payload }) => {
    if (payload) changed.emit(payload);
  });
}

const newEmitter = () => new EventEmitter().setMaxListeners(0);
