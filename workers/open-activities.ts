import { join } from 'node:path';
import { createActivities, createDependencies } from '../activities/index.ts';
import type { MarketEnvironment } from '../activities/market/env.ts';
import { openMemory } from '../activities/memory/agent-memory.ts';
import { modelWindows } from '../activities/models/context/model-windows.ts';
import { createModelCallers } from '../activities/models/create-model-caller.ts';
import { createModelRouter } from '../activities/models/routing/create-router.ts';
import { describeModels } from '../activities/models/routing/model-directory.ts';
import { observedProvider } from '../activities/models/observation/observed-provider.ts';
import { readOwnPrices } from '../activities/models/prices/own-prices.ts';
import { createPrices } from '../activities/models/prices/prices.ts';
import { publishModelStates } from '../activities/models/routing/publish-states.ts';
import { channelStates } from '../activities/notify/channel-states.ts';
import { createSenders } from '../activities/notify/create-senders.ts';
import { plannersIn } from '../activities/planning/planners.ts';
import { createTrading } from '../activities/tools/create-trading.ts';
import type { Bus } from '../bus/bus.ts';
import { openRedis } from '../bus/open-redis.ts';
import type { Activities } from '../contracts/activities.ts';
import { agentGaps } from '../contracts/agents/gaps.ts';
import { fileProblemText } from '../contracts/agents/file-problem.ts';
import { gapText } from '../contracts/agents/gap.ts';
import { surroundingsOf } from '../contracts/agents/surroundings.ts';
import type { Database } from '../db/open.ts';
import { agentRepository } from '../db/repositories/agents.ts';
import { catalogRepository } from '../db/repositories/catalog.ts';
import type { PublishedCatalog } from '../db/repositories/catalog.ts';
import {
  everyone,
  notificationSettingsRepository,
} from '../db/repositories/notification-settings.ts';
import { modelStateRepository } from '../db/repositories/model-states.ts';
import { createRedactor } from '../telemetry/redactor.ts';
import type { Redactor } from '../telemetry/redactor.ts';
import { openAgentFiles } from './agent-files/open-agent-files.ts';
import type { ActivityEnvironment } from './env.ts';
import { forgetMemories } from './forget-memories.ts';
import { watchMemory } from './watch-memory.ts';

export type OpenActivities = {
  activities: Activities;
  /** The chain for agents that name no model; `demo` when no LLM is in it. */
  models: { chain: string[]; demo: boolean; missing: string[] };
  /** Where prices come from, in words. */
  marketData: string;
  /** What keeps agents from being used: mistakes in their files, and what they lack; one line each. */
  agentProblems: string[];
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
  const directory = describeModels(router, environment.BATON_MODEL_ALIASES);
  const agentFiles = await openAgentFiles({
    db,
    extensions: environment.BATON_EXTENSIONS,
    known: {
      tools: tools.list().map(({ name }) => name),
      providers: Object.keys(directory.providers),
    },
    log,
    onError,
  });
  const published = {
    ...agentFiles.published,
    tools: tools.list(),
    plan: environment.BATON_PLAN,
    allowedTools: environment.BATON_ALLOWED_TOOLS ?? null,
    models: { ...models, ...directory },
    marketData,
  };
  await catalogRepository(db).publish(published);
  const notificationSettings = notificationSettingsRepository(db);
  await notificationSettings.put(everyone, {
    webhook: environment.BATON_WEBHOOK_URL,
    email: environment.BATON_MAIL_TO,
  });
  await notificationSettings.publishChannels(channelStates(environment));
  const watchingAgents = agentFiles.watch();
  trading.start();
  const states = publishModelStates({ router, states: modelStateRepository(db), onError });
  const callers = createModelCallers({ router, db, prices, log });
  const memory = await openMemory({
    environment,
    db,
    databaseName: environment.DATABASE_URL ? 'PostgreSQL' : 'PGlite',
    embed: callers.embed,
    log,
  });
  const watchingMemory = watchMemory({ store: memory.store, db, onError });
  const forgetting = forgetMemories({ forgetting: memory.forgetting, db, onError });
  const dependencies = createDependencies({
    db,
    models: { ...directory, defaultChain: router.defaultChain },
    windows: modelWindows(environment.BATON_MODEL_WINDOWS),
    ...callers,
    memory,
    bus,
    tools,
    senders: createSenders(environment),
    planners: plannersIn(join(environment.BATON_EXTENSIONS, 'agents')),
  });
  return {
    activities: createActivities(dependencies),
    models,
    marketData,
    agentProblems: await agentProblems(db, { ...published, memoryMissing: null }),
    async stop() {
      await watchingAgents.stop();
      await watchingMemory.stop();
      await forgetting.stop();
      await trading.stop();
      await states.stop();
      redis?.disconnect();
    },
  };
}

async function agentProblems(
  db: Database,
  published: Parameters<typeof surroundingsOf>[0] &
    Pick<PublishedCatalog, 'agents' | 'fileProblems'>,
): Promise<string[]> {
  const stored = await agentRepository(db).list();
  const own = Object.fromEntries(stored.map(({ name, definition }) => [name, definition]));
  const agents = { ...own, ...published.agents };
  const around = surroundingsOf(published, agents);
  return [
    ...published.fileProblems.map(fileProblemText),
    ...Object.values(agents).flatMap((agent) =>
      agentGaps(agent, around).map((gap) => `The agent ${agent.name} cannot run: ${gapText(gap)}`),
    ),
  ];
}

function describeMarket(environment: MarketEnvironment): string {
  const { BATON_MARKET_START: start, BATON_MARKET_BARS_PER_MINUTE: barsPerMinute } = environment;
  return (
    `SPX: sample data, real S&P 500 days replayed from ${start}, ${barsPerMinute} a minute; crypto ` +
    `such as BTC/USDT: live, from ${environment.BATON_MARKET_EXCHANGE} first, when the network answers`
  );
}
