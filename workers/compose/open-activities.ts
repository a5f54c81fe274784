import { join } from 'node:path';
import { createActivities, createDependencies } from '../../activities/index.ts';
import { openMemory } from '../../activities/memory/agent-memory.ts';
import { modelWindows } from '../../activities/models/turn/context/model-windows.ts';
import { createSenders } from '../../activities/notify/create-senders.ts';
import { plannersIn } from '../../activities/planning/planners.ts';
import { switchesOf } from '../../activities/tools/env.ts';
import type { Bus } from '../../bus/bus.ts';
import { openRedis } from '../../bus/open-redis.ts';
import type { Activities } from '../../contracts/activities/index.ts';
import type { Database } from '../../db/open.ts';
import { earliest } from '../../contracts/tools/moment.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { createRecordSealer } from '../../keys/record-sealer.ts';
import { catalogRepository } from '../../db/repositories/catalog/catalog.ts';
import { artifactRepository } from '../../db/repositories/runs/artifacts.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { openAgentFiles } from '../agent-files/open-agent-files.ts';
import { agentProblems } from '../agent-problems.ts';
import type { ActivityEnvironment } from './settings.ts';
import { forgetMemories } from '../forget-memories.ts';
import { openRequestRecords } from '../keep-requests.ts';
import { pruneAudit } from '../prune-audit.ts';
import { openToolSources } from '../tool-sources/open-tool-sources.ts';
import { watchMemory } from '../watch-memory.ts';
import type { OpenDomain } from './domain.ts';
import { domains } from './domains.ts';
import { openModels } from './models.ts';
import { publishNotificationSettings } from './notifications.ts';
import { createEmitEvent } from '../../activities/services/events/emit-event.ts';
import { eventRepository } from '../../db/repositories/triggers/events.ts';
import { firingRepository } from '../../db/repositories/triggers/firings.ts';
import { userRepository } from '../../db/repositories/catalog/users.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { createAuthoring } from '../../activities/services/authoring/authoring.ts';
import { agentRepository } from '../../db/repositories/agents/agents.ts';
import { pipelineRepository } from '../../db/repositories/catalog/pipelines.ts';
import { openServices } from './services.ts';
import { openTools } from './tools.ts';
import type { ToolRateLimiter } from '../../activities/tools/steps/rate-limit.ts';

export type OpenActivities = {
  activities: Activities;
  /** The chain for agents that name no model; `demo` when no LLM is in it. */
  models: { chain: string[]; demo: boolean; missing: string[] };
  /** What domains say of how they are set up, by the note's name. */
  notes: Record<string, string>;
  /** What keeps tools and agents from being used: mistakes in their files, and what agents lack; one line each. */
  agentProblems: string[];
  stop(): Promise<void>;
};

/**
 * Opens all that activities work with, sets going what moves by itself, and publishes what there is for the API to show.
 * @param options.log is told of each model call and tool run, and of what went wrong in the background; what it is told
 * may hold secrets.
 * @param options.redactor takes them out of what is recorded of conversations, where that is wanted; by default it knows
 * the environment of the process.
 * @param options.rateLimiter of calls of tools; by default the limits of the tools hold.
 */
export async function openActivities(options: {
  environment: ActivityEnvironment;
  db: Database;
  bus: Bus;
  /** What decisions are signed with, and memories in Qdrant encrypted. */
  keyring: Keyring;
  log: (event: object) => void;
  redactor?: Redactor;
  rateLimiter?: ToolRateLimiter | undefined;
}): Promise<OpenActivities> {
  const { environment, db, bus, keyring, log, redactor = createRedactor(process.env) } = options;
  const onError = (error: unknown) => log({ event: 'background error', error });

  // What tools work with.
  const requests = openRequestRecords({
    db,
    days: environment.BATON_KEEP_REQUESTS_DAYS,
    megabytes: environment.BATON_KEEP_REQUESTS_MB,
    onError,
  });
  const { keep } = requests;
  const models = await openModels({ environment, db, redactor, keep, log, onError });
  const services = await openServices({
    environment,
    models: models.ofTools,
    artifacts: artifactRepository(db),
    emitEvent: createEmitEvent({
      events: eventRepository(db),
      firings: firingRepository(db),
      runs: runRepository(db),
      users: userRepository(db),
    }),
    authoring: createAuthoring({
      catalog: catalogRepository(db),
      agents: agentRepository(db),
      pipelines: pipelineRepository(db),
      users: userRepository(db),
    }),
  });
  const { network, language } = services;
  const redis = environment.REDIS_URL ? openRedis(environment.REDIS_URL, onError) : undefined;
  const opened: OpenDomain[] = [];
  for (const domain of domains) {
    opened.push(await domain.open({ db, environment, network, language, redis, onError }));
  }
  const momentNamed = async (texts: readonly string[]) =>
    earliest(...(await Promise.all(opened.map((domain) => domain.momentNamed?.(texts)))));
  const tools = await openTools({
    db,
    environment,
    ofDomains: opened.flatMap((domain) => domain.tools),
    services,
    models: models.ofTools,
    momentNamed,
    redis,
    rateLimiter: options.rateLimiter,
    redactor,
    log,
    onError,
  });

  // The files of users.
  const toolSources = await openToolSources({
    db,
    environment,
    tools: tools.executor,
    network,
    log,
    onError,
  });
  const agentFiles = await openAgentFiles({
    db,
    extensions: environment.BATON_EXTENSIONS,
    known: () => ({
      tools: tools.executor.list().map(({ name }) => name),
      providers: Object.keys(models.directory.providers),
    }),
    log,
    onError,
  });

  // What the API is to know.
  const notes: Record<string, string> = Object.assign({}, ...opened.map((domain) => domain.notes));
  const published = {
    ...agentFiles.published,
    ...toolSources.published(),
    plan: environment.BATON_PLAN,
    switches: switchesOf(environment),
    allowedTools: environment.BATON_ALLOWED_TOOLS ?? null,
    sideEffects: environment.BATON_AGENT_SIDE_EFFECTS,
    models: { ...models.summary, ...models.directory },
    notes,
  };
  await catalogRepository(db).publish(published);
  await publishNotificationSettings(environment, db);

  // What goes on in the background.
  const watchingTools = toolSources.watch();
  const watchingAgents = agentFiles.watch();
  for (const domain of opened) domain.start();
  const states = models.publishStates();
  const memory = await openMemory({
    environment,
    db,
    databaseName: environment.DATABASE_URL ? 'PostgreSQL' : 'PGlite',
    embed: models.callers.embed,
    sealer: createRecordSealer(keyring),
    log,
  });
  const watchingMemory = watchMemory({ store: memory.store, db, onError });
  const pruningAudit = pruneAudit({ db, days: environment.BATON_AUDIT_DAYS, onError });
  const forgetting = forgetMemories({ forgetting: memory.forgetting, db, onError });

  const activities = createActivities(
    createDependencies({
      db,
      models: { ...models.directory, defaultChain: models.defaultChain },
      windows: modelWindows(environment.BATON_MODEL_WINDOWS),
      ...models.callers,
      memory,
      bus,
      keyring,
      tools: tools.executor,
      senders: createSenders(environment),
      momentNamed,
      planners: plannersIn(join(environment.BATON_EXTENSIONS, 'agents')),
      questions: Object.assign({}, ...opened.map(({ questions }) => questions)),
      beforeRun: opened.flatMap(({ beforeRun }) => beforeRun ?? []),
      resolveEffects: opened.flatMap(({ resolveEffects }) => resolveEffects ?? []),
    }),
  );
  return {
    activities,
    models: models.summary,
    notes,
    agentProblems: await agentProblems(db, { ...published, memoryMissing: null }),
    async stop() {
      await watchingTools.stop();
      await watchingAgents.stop();
      await watchingMemory.stop();
      await forgetting.stop();
      await pruningAudit.stop();
      await toolSources.stop();
      for (const domain of opened) await domain.stop();
      await tools.stop();
      for (const domain of opened) await domain.close();
      await network.close();
      redis?.disconnect();
      await states.stop();
      await requests.stop();
      models.close();
    },
  };
}
