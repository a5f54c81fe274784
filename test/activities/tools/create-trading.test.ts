import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { exchangeEnvironment } from '../../../activities/exchange/env.ts';
import { marketEnvironment } from '../../../activities/market/env.ts';
import { newsEnvironment } from '../../../activities/news/env.ts';
import { createTrading } from '../../../activities/tools/create-trading.ts';
import { toolsEnvironment } from '../../../activities/tools/env.ts';
import { openDatabase } from '../../../db/open.ts';
import type { OpenDatabase } from '../../../db/open.ts';

const environment = z.object({
  ...marketEnvironment.shape,
  ...exchangeEnvironment.shape,
  ...newsEnvironment.shape,
  ...toolsEnvironment.shape,
});

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({});
});
afterAll(() => database.close());

function open(variables: Record<string, string>) {
  return createTrading({
    db: database.db,
    environment: environment.parse(variables),
    log: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
}

test('the market stands at its start until it is started, then moves on', async () => {
  const trading = await open({
    BATON_MARKET_START: '2015-01-02',
    BATON_MARKET_BARS_PER_MINUTE: '6000',
  });
  expect((await trading.market.quote('SPX')).asOf).toBe('2015-01-02T21:00:00.000Z');
  trading.start();
  await vi.waitFor(
    async () =>
      expect((await trading.market.quote('SPX')).asOf > '2015-01-02T21:00:00.000Z').toBe(true),
    { timeout: 15_000 },
  );
  await trading.stop();
});

test('another start date is another replay', async () => {
  const trading = await open({ BATON_MARKET_START: '2016-01-01' });
  expect((await trading.market.quote('SPX')).asOf).toBe('2016-01-04T21:00:00.000Z');
});

test('a tool says what it lacks under the settings', async () => {
  const missing = async (variables: Record<string, string>) =>
    (await open(variables)).tools.find('create_paper_order')?.missing;
  expect(await missing({ BATON_AI_TRADING: 'false' })).toBe('set BATON_AI_TRADING=true');
  expect(await missing({})).toBeUndefined();
});

test('the settings reach the tools', async () => {
  const trading = await open({ BATON_PLAN: 'free', BATON_PAPER_CASH: '5000' });
  const call = {
    tool: 'get_portfolio',
    args: {},
    key: 'key',
    runId: 'run',
    user: 'local',
    signal: new AbortController().signal,
  };
  await expect(trading.tools.run(call)).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
  expect((await trading.exchange.portfolio()).cash.toNumber()).toBe(5000);
});
