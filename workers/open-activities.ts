import { createActivities, createDependencies } from '../activities/index.ts';
import type { MarketEnvironment } from '../activities/market/env.ts';
import { createModelCallers } from '../activities/models/create-model-caller.ts';
import { createModelRouter } from '../activities/models/routing/create-router.ts';
import { describeModels } from '../activities/models/routing/model-directory.ts';
import { observedProvider } from '../activities/models/observation/observed-provider.ts';
import { readOwnPrices } from '../activities/models/prices/own-prices.ts';
import { createPrices } from '../activities/models/prices/prices.ts';
import { publishModelStates } from '../activities/models/routing/publish-states.ts';
import { createTrading } from '../activities/tools/create-trading.ts';
import type { Bus } from '../bus/bus.ts';
import { openRedis } from '../bus/open-redis.ts';
import type { Activities } from '../contracts/activities.ts';
import { builtInAgents } from '../contracts/agents.ts';
import type { Database } from '../db/open.ts';
import { catalogRepository } from '../db/repositories/catalog.ts';
import { modelStateRepository } from '../db/repositories/model-states.ts';
import { createRedactor } from '../telemetry/redactor.ts';
import type { Redactor } from '../telemetry/redactor.ts';
import type { ActivityEnvironment } from './env.ts';

export type OpenActivities = {
  activities: Activities;
  /** The chain for agents that name no model; `demo` when no LLM is in it. */
  models: { chain: string[]; demo: boolean; missing: string[] };
  /** Where prices come from, in words. */
  marketData: string;
  stop(): Promise<void>;
};

/**
 * Opens all that activities work with, sets the market going, and publishes what there is for the API to show.
 * @param options.log is told of each model call and tool run, and of what went wrong in the background; what it is told
 * may hold secrets.
 * @param options.redactor takes them out of what is recorded of conversations, where that is wanted; by default it knows
 * the environment of the process.
 */
export async function openActivities(options: {
  environment: ActivityEnvironment;
  db: Database;
  bus: Bus;
  log: (event: object) => void;
  redactor?: Redactor;
}): Promise<OpenActivities> {
  const { environment, db, bus, log, redactor = createRedactor(process.env) } = options;
  const { BATON_PRICES: pricesFile } = environment;
  const prices = createPrices(pricesFile ? { own: await readOwnPrices(pricesFile) } : {});
  const onError = (error: unknown) => log({ event: 'background error', error });
  const trading = await createTrading({ db, environment, log, onError });
  // A server that hangs must not hold calls up: each process then counts for itself.
  const redis = environment.REDIS_URL
    ? openRedis(environment.REDIS_URL, onError, { commandTimeout: 1_000 })
    : undefined;
  const isContentRecorded = environment.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT;
  const router = await createModelRouter(environment, {
    redis,
    observe: (provider) =>
      observedProvider(provider, isContentRecorded ? { redact: redactor.text } : {}),
  });
  const chain = [...router.defaultChain];
  const models = {
    chain,
    demo: chain.every((name) => name.startsWith('demo:')),
    missing: router.missing(chain),
  };
  const marketData = describeMarket(environment);
  const tools = trading.tools;
  await catalogRepository(db).publish({
    tools: tools.list(),
    agents: builtInAgents,
    plan: environment.BATON_PLAN,
    models: { ...models, ...describeModels(router, environment.BATON_MODEL_ALIASES) },
    marketData,
  });
  trading.start();
  const published = publishModelStates({ router, states: modelStateRepository(db), onError });
  const dependencies = createDependencies({
    db,
    models: router,
    ...createModelCallers({ router, db, prices, log }),
    bus,
    tools,
    user: 'local',
  });
  return {
    activities: createActivities(dependencies),
    models,
    marketData,
    async stop() {
      await trading.stop();
      await published.stop();
      redis?.disconnect();
    },
  };
}

function describeMarket(environment: MarketEnvironment): string {
  const { BATON_MARKET_START: start, BATON_MARKET_BARS_PER_MINUTE: barsPerMinute } = environment;
  return (
    `SPX: sample data, real S&P 500 days replayed from ${start}, ${barsPerMinute} a minute; crypto ` +
    `such as BTC/USDT: live, from ${environment.BATON_MARKET_EXCHANGE} first, when the network answers`
  );
}
