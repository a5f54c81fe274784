import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { catalogEnvironment } from '../../../../activities/catalog/env.ts';
import { toolsEnvironment } from '../../../../activities/tools/env.ts';
import { tradingEnvironment } from '../../../../activities/trading/env.ts';
import { artifactRepository } from '../../../../db/repositories/runs/artifacts.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { openServices } from '../../../../workers/compose/services.ts';
import { openTools } from '../../../../workers/compose/tools.ts';
import { openTrading } from '../../../../workers/compose/trading/open-trading.ts';
import { openTestDatabase } from '../../../support/databases.ts';

const environmentSchema = z.object({
  ...tradingEnvironment.shape,
  ...toolsEnvironment.shape,
  ...catalogEnvironment.shape,
});

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Trading with its tools, as a worker opens them. */
async function open(variables: Record<string, string>) {
  const environment = environmentSchema.parse(variables);
  const { db } = database;
  const onError = (error: unknown) => {
    throw error;
  };
  const services = await openServices({
    environment,
    models: undefined,
    artifacts: artifactRepository(db),
    emitEvent: async () => ({ started: [], received: [] }),
    authoring: {
      parts: async () => ({ tools: [], agents: {}, pipelines: [] }),
      check: async () => ({ problems: [], warnings: [] }),
    },
  });
  const { network, language } = services;
  const redis = undefined;
  const trading = await openTrading({ db, environment, network, language, redis, onError });
  const tools = await openTools({
    db,
    environment,
    ofDomains: trading.tools,
    services,
    redis,
    log: () => undefined,
    onError,
  });
  onTestFinished(async () => {
    await trading.stop();
    await tools.stop();
    await trading.close();
    await network.close();
  });
  return { ...trading, tools: tools.executor };
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
    user: { name: 'local', switches: { aiTrading: false }, allowedTools: null, deniedTools: [] },
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
  const { cash } = await (await trading.exchanges.of('local')).portfolio();
  expect(cash.toNumber()).toBe(5000);
});
