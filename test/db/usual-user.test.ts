import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../db/migrations-folder.ts';
import { users, watchlist } from '../../db/schema/index.ts';
import { openTestDatabase } from '../support/databases.ts';

/** A database in which `operator` is somebody, after the step that makes `local` the one usual user. */
async function upgraded(
  operator: Partial<typeof users.$inferInsert>,
  local?: Partial<typeof users.$inferInsert>,
) {
  const { db, close } = await openTestDatabase();
  await db.insert(users).values({ id: 'operator', ...operator });
  if (local) await db.insert(users).values({ id: 'local', ...local });
  await db.insert(watchlist).values([
    { user: 'operator', symbol: 'SPX', note: 'of the operator' },
    { user: 'operator', symbol: 'BTC/USDT' },
    { user: 'local', symbol: 'SPX', note: 'of the page' },
  ]);
  const step = await readFile(join(migrationsFolder, '0007_usual_user.sql'), 'utf8');
  for (const statement of step.split('--> statement-breakpoint'))
    await db.execute(sql.raw(statement));
  const rows = { users: await db.select().from(users), watched: await db.select().from(watchlist) };
  await close();
  return { ...rows, local: rows.users.find(({ id }) => id === 'local') };
}

test('what was kept from operator is kept from local, and no right of it is handed on', async () => {
  const kept = { aiTrading: false, deniedTools: ['http_post'], allowedTools: ['get_price'] };
  expect((await upgraded({ ...kept, plan: 'free' })).local).toMatchObject({
    ...kept,
    plan: 'free',
  });
  const given = await upgraded({ aiTrading: true, plan: 'premium' });
  expect(given.local).toMatchObject({ aiTrading: null, plan: null, deniedTools: [] });
});

test('what is set for local stays, but for a switch that was off for operator', async () => {
  const own = { aiTrading: true, plan: 'pro', deniedTools: ['run_code'] } as const;
  const local = { ...own, deniedTools: [...own.deniedTools] };
  expect((await upgraded({ aiTrading: false }, local)).local).toMatchObject({
    ...own,
    aiTrading: false,
  });
  expect((await upgraded({ aiTrading: true }, { aiTrading: false })).local).toMatchObject({
    aiTrading: false,
  });
});

test('what operator follows is followed by local, whose own notes stay', async () => {
  const { watched } = await upgraded({});
  const seen = watched.map(({ user, symbol, note }) => [user, symbol, note]).toSorted();
  expect(seen).toEqual([
    ['local', 'BTC/USDT', null],
    ['local', 'SPX', 'of the page'],
  ]);
});
