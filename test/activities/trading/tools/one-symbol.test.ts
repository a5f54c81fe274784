import { afterAll, beforeAll, expect, test } from 'vitest';
import { tradingTools } from '../../../../activities/trading/tools/index.ts';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import type { Services } from '../../../../activities/trading/services.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { watchlistRepository } from '../../../../db/trading/watchlist.ts';
import { scriptedMarket } from '../exchange/scripted-market.ts';
import { openTestDatabase } from '../../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let calls = 0;

/** Tools on a market in which `ABC` is also called `TEST:ABC`, which is its one symbol. */
function openTools() {
  const { market, ...script } = scriptedMarket([[100, 100, 100, 100]]);
  const plain = (symbol: string) => symbol.replace(/^TEST:/, '');
  const named: typeof market = {
    ...market,
    instrument: async (symbol) => ({
      ...(await market.instrument(plain(symbol))),
      id: `TEST:${plain(symbol)}`,
    }),
    quote: (symbol) => market.quote(plain(symbol)),
  };
  const tools = createToolExecutor({
    tools: tradingTools,
    services: {
      market: named,
      alerts: alertRepository(database.db),
      watchlist: watchlistRepository(database.db),
    } as Services,
    terms: { plan: 'pro' },
    switches: {},
    rateLimiter: createToolRateLimiter(),
    log: () => undefined,
  });
  const user = `user-${(calls += 1)}`;
  const call = (tool: string, args: Json) => {
    const { signal } = new AbortController();
    const key = `call-${(calls += 1)}`;
    return tools.run({ tool, args, key, runId: 'run', user, signal });
  };
  const answer = async (tool: string, args: Json): Promise<JsonObject> => {
    const given = await call(tool, args);
    if (given.status !== 'completed') throw new Error(given.reason);
    return given.output as JsonObject;
  };
  return Object.assign(answer, { call, user, silence: () => script.silence(true) });
}

test('an instrument is added once, and removed, under any of its names', async () => {
  const answer = openTools();
  await answer('add_to_watchlist', { symbol: 'ABC' });
  await answer('add_to_watchlist', { symbol: 'TEST:ABC', note: 'the same' });
  expect(await answer('get_watchlist', {})).toMatchObject({
    items: [{ symbol: 'TEST:ABC', note: 'the same' }],
  });
  expect(await answer('remove_from_watchlist', { symbol: 'abc' })).toMatchObject({ removed: true });
  expect(await answer('get_watchlist', {})).toEqual({ items: [] });
});

test('the watchlist is as it is now, after what other processes did too', async () => {
  const answer = openTools();
  const { user } = answer;
  const rows = watchlistRepository(database.db);
  expect(await answer('get_watchlist', {})).toEqual({ items: [] });
  await rows.put(user, 'TEST:ABC');
  const first = await answer('get_watchlist', {});
  expect(first).toMatchObject({ items: [{ symbol: 'TEST:ABC' }] });
  await rows.put(user, 'TEST:ABC', 'with a note');
  expect(await answer('get_watchlist', {})).toMatchObject({ items: [{ note: 'with a note' }] });
  await answer('add_to_watchlist', { symbol: 'ABC' });
  expect(await answer('get_watchlist', {})).toMatchObject({ items: [{ note: 'with a note' }] });
  await rows.put('somebody else', 'TEST:ABC');
  expect(await answer.call('get_watchlist', {})).toMatchObject({ metadata: { cached: true } });
  await rows.remove(user, 'TEST:ABC');
  expect(await answer('get_watchlist', {})).toEqual({ items: [] });
});

test('a symbol that cannot be looked up for now is not taken for one that does not exist', async () => {
  const answer = openTools();
  await answer('add_to_watchlist', { symbol: 'ABC' });
  answer.silence();
  await expect(answer('list_alerts', { symbol: 'ABC' })).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    retryable: true,
  });
  const removed = answer('remove_from_watchlist', { symbol: 'ABC' });
  await expect(removed).rejects.toMatchObject({ retryable: true });
  // As it stands in the list, it needs nobody to look it up.
  const gone = await answer('remove_from_watchlist', { symbol: 'TEST:ABC' });
  expect(gone).toMatchObject({ removed: true });
});

test('an alert is found under each name of its instrument', async () => {
  const answer = openTools();
  const wanted = { symbol: 'ABC', comparison: '>=', price: 120 };
  expect(await answer('create_alert', wanted)).toMatchObject({ alert: { symbol: 'TEST:ABC' } });
  for (const symbol of ['ABC', 'TEST:ABC']) {
    expect((await answer('list_alerts', { symbol }))['alerts']).toHaveLength(1);
  }
  expect(await answer('list_alerts', { symbol: 'XYZ' })).toEqual({ alerts: [] });
});

test.each([1e30, 1e-13, '1' + '0'.repeat(18)])(
  'a price that the records cannot hold is refused, with what they can: %s',
  async (price) => {
    const wanted = { symbol: 'ABC', comparison: '>=', price };
    await expect(openTools()('create_alert', wanted)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('must be from 0.000000000001 to below 1000000000000000'),
    });
  },
);
