import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { onChange } from '../../db/changes.ts';
import { keepUp } from '../../db/keep-up.ts';
import { openDatabase } from '../../db/open.ts';
import type { OpenDatabase } from '../../db/open.ts';
import * as schema from '../../db/schema/index.ts';
import { everyDatabase } from '../support/databases.ts';
import { createPostgres } from '../support/postgres-database.ts';
import { proxiedDatabase } from '../support/proxied-database.ts';

const onError = (error: unknown) => {
  throw error;
};

const hourMs = 3_600_000;

/** Rows that need nothing but themselves. */
const writes = {
  accounts: sql`insert into accounts (id, currency, allow_short) values ('one', 'USD', false)`,
  agents: sql`insert into agents (name, definition, hash, updated_by) values ('one', '{}', 'x', 'me')`,
  memory_forgettings: sql`insert into memory_forgettings (id, at) values ('one', now())`,
};

describe.each(everyDatabase)('changes on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** Waits until all that was committed so far has been told. */
  const allTold = async () => {
    const heard = vi.fn();
    const stop = onChange(database.db, [schema.users], heard);
    await vi.waitFor(async () => {
      await database.db.execute(sql`select pg_notify('baton_changes', 'users')`);
      expect(heard).toHaveBeenCalled();
    });
    stop();
  };

  test('are published once they are committed, and only for their table', async () => {
    const [ofAgents, ofAlerts] = [vi.fn(), vi.fn()];
    onTestFinished(onChange(database.db, [schema.agents], ofAgents));
    onTestFinished(onChange(database.db, [schema.alerts], ofAlerts));
    await allTold();
    ofAgents.mockClear();
    ofAlerts.mockClear();
    const undone = database.db.transaction(async (tx) => {
      await tx.execute(writes.agents);
      tx.rollback();
    });
    await expect(undone).rejects.toThrow();
    await allTold();
    expect(ofAgents).not.toHaveBeenCalled();
    await database.db.execute(writes.agents);
    await allTold();
    expect([ofAgents.mock.calls.length, ofAlerts.mock.calls.length]).toEqual([1, 0]);
  });

  test('are published for every table that something waits for', async () => {
    const { rows } = (await database.db.execute(
      sql`select event_object_table as name from information_schema.triggers
          where trigger_name = event_object_table || '_told' group by 1 order by 1`,
    )) as unknown as { rows: { name: string }[] };
    expect(rows.map(({ name }) => name)).toEqual([
      'accounts',
      'agents',
      'alerts',
      'approvals',
      'catalog',
      'deliveries',
      'event_waits',
      'memory_forgettings',
      'orders',
      'trigger_firings',
      'triggers',
    ]);
  });

  test('cause what depends on them to run again, and nothing else', async () => {
    const task = vi.fn(async () => undefined);
    const { stop } = keepUp({
      db: database.db,
      tables: [schema.memoryForgettings],
      pauseMs: 1,
      task,
      onError,
    });
    onTestFinished(stop);
    await expect.poll(() => task.mock.calls.length).toBeGreaterThan(0);
    const before = task.mock.calls.length;
    await database.db.execute(writes.memory_forgettings);
    await expect.poll(() => task.mock.calls.length).toBeGreaterThan(before);
  });

  test('are followed also while the clock is set back', async () => {
    const task = vi.fn(async () => undefined);
    const tables = [schema.agents];
    const { stop } = keepUp({ db: database.db, tables, pauseMs: 1, task, onError });
    onTestFinished(stop);
    await allTold();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hourMs });
    onTestFinished(() => void vi.useRealTimers());
    const before = task.mock.calls.length;
    await database.db.execute(sql`select pg_notify('baton_changes', 'agents')`);
    await expect.poll(() => task.mock.calls.length).toBeGreaterThan(before);
  });
});

const { TEST_DATABASE_URL: server } = process.env;

test.runIf(server)(
  'a process learns what another has changed, also after its connection broke',
  async () => {
    const { url, drop } = await createPostgres(server!);
    const [one, other] = [await openDatabase({ url }), await openDatabase({ url })];
    onTestFinished(async () => {
      await one.close();
      await other.close();
      await drop();
    });
    const heard = vi.fn();
    onChange(one.db, [schema.accounts], heard);
    // Once it listens.
    await expect.poll(() => heard.mock.calls.length).toBe(1);
    await other.db.execute(writes.accounts);
    await expect.poll(() => heard.mock.calls.length).toBe(2);
    await other.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    );
    // What was missed meanwhile is told once it listens again.
    await expect.poll(() => heard.mock.calls.length).toBe(3);
    await other.db.execute(sql`update accounts set currency = 'EUR'`);
    await expect.poll(() => heard.mock.calls.length).toBe(4);
  },
);

test.runIf(server)(
  'a server that does not respond is tried again, and closing does not wait for it',
  async () => {
    const { proxy, open } = await proxiedDatabase();
    const { db, close } = await open();
    const heard = vi.fn();
    onChange(db, [schema.accounts], heard);
    await expect.poll(() => heard.mock.calls.length).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    proxy.hang();
    proxy.drop();
    const before = proxy.made();
    const tried = () => {
      vi.advanceTimersByTime(1_000);
      return proxy.made() - before;
    };
    await expect.poll(tried).toBeGreaterThan(1);
    vi.useRealTimers();
    await close();
  },
);
