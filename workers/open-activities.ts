import { createActivities, createDependencies } from '../activities/index.ts';
import type { MarketEnvironment } from '../activities/market/env.ts';
import { createModelCaller } from '../activities/models/create-model-caller.ts';
import { createModelRouter } from '../activities/models/create-router.ts';
import { createTrading } from '../activities/tools/create-trading.ts';
import type { Bus } from '../bus/bus.ts';
import type { Activities } from '../contracts/activities.ts';
import { builtInAgents } from '../contracts/agents.ts';
import type { Database } from '../db/open.ts';
import { catalogRepository } from '../db/repositories/catalog.ts';
import type { ActivityEnvironment } from './env.ts';

export type OpenActivities = {
  activities: Activities;
  /** The chain for agents that name no model; `demo` when no LLM is in it. */
  models: { chain: string[]; demo: boolean };
  /** Where prices come from, in words. */
  marketData: string;
  stop(): Promise<void>;
};

/**
 * Opens all that activities work with, sets the market going, and publishes what there is for the API to show.
 * @param options.log is told of each tool run and of what went wrong in the background.
 */
export async function openActivities(options: {
  environment: ActivityEnvironment;
  db: Database;
  bus: Bus;
  log: (event: object) => void;
}): Promise<OpenActivities> {
  const { environment, db, bus, log } = options;
  const trading = await createTrading({
    db,
    environment,
    log,
    onError: (error) => log({ event: 'background error', error }),
  });
  const router = await createModelRouter(environment);
  const chain = [...router.defaultChain];
  const models = { chain, demo: chain.every((name) => name.startsWith('demo:')) };
  const marketData = describeMarket(environment);
  const tools = trading.tools;
  await catalogRepository(db).publish({
    tools: tools.list(),
    agents: builtInAgents,
    models,
    marketData,
  });
  trading.start();
  const dependencies = createDependencies({
    db,
    models: router,
    callModel: createModelCaller({ router }),
    bus,
    tools,
    user: 'local',
  });
  return {
    activities: createActivities(dependencies),
    models,
    marketData,
    stop: trading.stop,
  };
}

function describeMarket(environment: MarketEnvironment): string {
  const { BATON_MARKET_START: start, BATON_MARKET_BARS_PER_MINUTE: barsPerMinute } = environment;
  return (
    `SPX: sample data, real S&P 500 days replayed from ${start}, ${barsPerMinute} a minute; crypto ` +
    `such as BTC/USDT: live, from ${environment.BATON_MARKET_EXCHANGE} first, when the network answers`
  );
}
