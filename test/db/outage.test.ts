import { sql } from 'drizzle-orm';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { isDatabaseAway } from '../../activities/base/database-away.ts';
import { openDatabase } from '../../db/open.ts';
import { createPostgres } from '../support/postgres-database.ts';
import { startRawServer } from '../support/raw-server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const { TEST_DATABASE_URL: server = '' } = process.env;

it.skipIf(!server)(
  'transactions whose connections break as they begin leave the pool whole',
  async () => {
    const { url, drop } = await createPostgres(server, inject('databaseTemplate').name);
    const proxy = await startTcpProxy(url);
    const { db, close } = await openDatabase({ url: proxy.through(url) });
    const query = () => db.execute(sql`select 1`);
    const many = 20;
    await Promise.all(Array.from({ length: many }, query));
    proxy.hang();
    const begun = Array.from({ length: many }, () => db.transaction(async () => undefined));
    const ended = Promise.allSettled(begun);
    await proxy.refuse();
    expect((await ended).map(({ status }) => status)).toEqual(begun.map(() => 'rejected'));
    await proxy.pass();
    await expect(Promise.all(Array.from({ length: many }, query))).resolves.toHaveLength(many);
    await close();
    await proxy.close();
    await drop();
  },
);

it.skipIf(!server)(
  'a statement that gets no answer fails, and its connection is replaced',
  { timeout: 60_000 },
  async () => {
    const { url, drop } = await createPostgres(server, inject('databaseTemplate').name);
    const proxy = await startTcpProxy(url);
    const { db, close } = await openDatabase({ url: proxy.through(url) });
    await db.execute(sql`select 1`);
    proxy.hang();
    const statement = db.execute(sql`select 1`);
    const transaction = db.transaction(async (inside) => inside.execute(sql`select 1`));
    for (const unanswered of [statement, transaction]) {
      await expect(unanswered).rejects.toSatisfy(isDatabaseAway);
    }
    await proxy.pass();
    await expect(db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 });
    await close();
    await proxy.close();
    await drop();
  },
);

it('a server that takes connections and does not respond is not waited for', async () => {
  const { port, open } = await startRawServer(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opening = openDatabase({ url: `postgresql://baton:secret@127.0.0.1:${port}/baton` });
  const refused = expect(opening).rejects.toSatisfy(isDatabaseAway);
  await expect.poll(open).toBe(1);
  vi.advanceTimersByTime(30_000);
  await refused;
});
