import { join } from 'node:path';
import { createActivities, createDependencies } from '../../activities/index.ts';
import { openMemory } from '../../activities/memory/agent-memory.ts';
import { modelWindows } from '../../activities/models/turn/context/model-windows.ts';
import { createModelCallers } from '../../activities/models/create-model-caller.ts';
import { createModelRouter } from '../../activities/models/ask/create-router.ts';
import { describeModels } from '../../activities/models/ask/model-directory.ts';
import { observedProvider } from '../../activities/models/ask/observation/observed-provider.ts';
import { readOwnPrices } from '../../activities/models/pay/prices/own-prices.ts';
import { createPrices } from '../../activities/models/pay/prices/prices.ts';
import { publishModelStates } from '../../activities/models/ask/publish-states.ts';
import { channelStates } from '../../activities/notify/channel-states.ts';
import { createSenders } from '../../activities/notify/create-senders.ts';
import { plannersIn } from '../../activities/planning/planners.ts';
import { createTrading } from './trading.ts';
import type { Bus } from '../../bus/bus.ts';
import { openRedis } from '../../bus/open-redis.ts';
import type { Activities } from '../../contracts/activities/index.ts';
import type { Database } from '../../db/open.ts';
import { catalogRepository } from '../../db/repositories/catalog/catalog.ts';
import {
  everyone,
  notificationSettingsRepository,
} from '../../db/repositories/notifications/notification-settings.ts';
import { modelStateRepository } from '../../db/repositories/models/model-states.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { openAgentFiles } from '../agent-files/open-agent-files.ts';
import { agentProblems } from '../agent-problems.ts';
import { describeMarket } from './describe-market.ts';
import type { ActivityEnvironment } from '../env.ts';
import { forgetMemories } from '../forget-memories.ts';
import { openToolSources } from '../tool-sources/open-tool-sources.ts';
import { pruneAudit } from '../prune-audit.ts';
import { watchMemory } from '../watch-memory.ts';

export type OpenActivities = {
  activities: Activities;
  /** The chain for agents that name no model; `demo` when no LLM is in it. */
  models: { chain: string[]; demo: boolean; missing: string[] };
  /** Where prices come from, in words. */
  marketData: string;
  /** What keeps tools and agents from being used: mistakes in their files, and what agents lack; one line each. */
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
  const callers = createModelCallers({ router, db, prices, log });
  const { callModel, generateImage } = callers;
  const { defaultChain, missing } = router;
  const toolModels = { callModel, generateImage, defaultChain, missing, keys: environment };
  const trading = await createTrading({
    db,
    environment,
    models: toolModels,
    redactor,
    log,
    onError,
  });
  const marketData = describeMarket(environment);
  const tools = trading.tools;
  const directory = describeModels(router, environment.BATON_MODEL_ALIASES);
  const toolSources = await openToolSources({
    db,
    environment,
    tools,
    network: trading.network,
    log,
    onError,
  });
  const agentFiles = await openAgentFiles({
    db,
    extensions: environment.BATON_EXTENSIONS,
    known: () => ({
      tools: tools.list().map(({ name }) => name),
      providers: Object.keys(directory.providers),
    }),
    log,
    onError,
  });
  const published = {
    ...agentFiles.published,
    ...toolSources.published(),
    plan: environment.BATON_PLAN,
    aiTrading: environment.BATON_AI_TRADING,
    allowedTools: environment.BATON_ALLOWED_TOOLS ?? null,
    sideEffects: environment.BATON_AGENT_SIDE_EFFECTS,
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
  const watchingTools = toolSources.watch();
  const watchingAgents = agentFiles.watch();
  trading.start();
  const states = publishModelStates({ router, states: modelStateRepository(db), onError });
  const memory = await openMemory({
    environment,
    db,
    databaseName: environment.DATABASE_URL ? 'PostgreSQL' : 'PGlite',
    embed: callers.embed,
    log,
  });
  const watchingMemory = watchMemory({ store: memory.store, db, onError });
  const pruningAudit = pruneAudit({ db, days: environment.BATON_AUDIT_DAYS, onError });
  const forgetting = forgetMemories({ forgetting: memory.forgetting, db, onError });
  const dependencies = createDependencies({
    db,
    models: { ...directory, defaultChain: router.defaultChain },
    windows: modelWindows(environment.BATON_MODEL_WINDOWS),
    ...callers,
    memory,
    bus,
    tools,
    market: trading.market,
    senders: createSenders(environment),
    planners: plannersIn(join(environment.BATON_EXTENSIONS, 'agents')),
  });
  return {
    activities: createActivities(dependencies),
    models,
    marketData,
    agentProblems: await agentProblems(db, { ...published, memoryMissing: null }),
    async stop() {
      await watchingTools.stop();
      await watchingAgents.stop();
      await watchingMemory.stop();
      await forgetting.stop();
      await pruningAudit.stop();
      await toolSources.stop();
      await trading.stop();
      await states.stop();
      redis?.disconnect();
    },
  };
}
