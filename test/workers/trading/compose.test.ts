import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { exchangeEnvironment } from '../../../activities/trading/exchange/env.ts';
import { marketEnvironment } from '../../../activities/trading/market/env.ts';
import { newsEnvironment } from '../../../activities/trading/news/env.ts';
import { createTrading } from '../../../workers/compose/trading.ts';
import { toolsEnvironment } from '../../../activities/tools/env.ts';
import { outsideEnvironment } from '../../../activities/services/outside-env.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { openTestDatabase } from '../../support/databases.ts';

const environment = z.object({
  ...marketEnvironment.shape,
  ...exchangeEnvironment.shape,
  ...newsEnvironment.shape,
  ...toolsEnvironment.shape,
  ...outsideEnvironment.shape,
});

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function open(variables: Record<string, string>) {
  const trading = await createTrading({
    db: database.db,
    environment: environment.parse(variables),
    log: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => trading.stop());
  return trading;
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

test('users for whom nothing is set may do what the settings say', async () => {
  const { tools } = await open({ BATON_PLAN: 'pro', BATON_AI_TRADING: 'false' });
  expect(await tools.termsOf('local')).toMatchObject({
    plan: 'pro',
    user: { name: 'local', aiTrading: false, allowedTools: null, deniedTools: [] },
  });
});

test('tools without what they need say what to set, and one that has it does not', async () => {
  const { tools } = await open({ BATON_FILES: '/tmp', BATON_ML_MODELS: '/tmp/no-models' });
  const lacking = tools.list().filter(({ missing }) => missing !== undefined);
  expect(lacking.map(({ name }) => name).toSorted()).toEqual([
    'generate_image',
    'get_fundamentals',
    'get_ml_features',
    'get_ml_signals',
    'matrix_send',
    'query_database',
    'screen_stocks',
    'ssh_command',
    'translate_text',
    'web_search',
  ]);
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
