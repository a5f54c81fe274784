import { MockActivityEnvironment } from '@temporalio/testing';
import { createActivities, createDependencies } from '../../../activities/index.ts';
import type { MomentNamed } from '../../../activities/base/moment-of-run.ts';
import type { Dependencies } from '../../../activities/dependencies.ts';
import type { MemoryStore } from '../../../activities/memory/memory-store.ts';
import type { Caller } from '../../../activities/base/caller.ts';
import type {
  ModelAnswer as WholeAnswer,
  ModelCaller,
} from '../../../activities/models/model-caller.ts';
import type { ModelRouter, RouteOptions } from '../../../activities/models/router.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { plannersIn } from '../../../activities/planning/planners.ts';
import type { ToolExecutor, ToolRequest } from '../../../activities/tool-kit/executor.ts';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import type { Activities } from '../../../contracts/activities/index.ts';
import type { JsonSchema } from '../../../contracts/base/json.ts';
import { noUsage } from '../../../contracts/models/messages.ts';
import type { ToolAnswer } from '../../../contracts/tools/tools.ts';
import type { Database } from '../../../db/open.ts';
import { lexicalMemory } from '../../support/memory.ts';
import type { NewRun } from '../../../db/repositories/runs/runs.ts';
import { noSenders } from '../../support/senders.ts';
import { toolSpec } from '../../support/tool-spec.ts';
import { testKeyring } from '../../support/keyring.ts';

type ModelAnswer = Partial<WholeAnswer> | Error;
type Ask = Parameters<ModelRouter['chat']>;

const noEmbeddings = () => Promise.reject(new Error('no embeddings here'));

/** Real activities over a real database, with scripted models and tools that note what they are asked. */
export function activitiesOver(
  db: Database,
  scripts: {
    model?: (...ask: Ask) => ModelAnswer | Promise<ModelAnswer>;
    tool?: (request: ToolRequest) => ToolAnswer | Error | Promise<ToolAnswer | Error>;
    /** What every tool takes. */
    parameters?: JsonSchema;
    /** What to do before the models of OpenAI can be asked. */
    missing?: string;
    /** The folder of planners. */
    planners?: string;
    /** Tokens that every model takes. */
    window?: number;
    /** Where memories are stored. */
    memories?: MemoryStore;
    /** The moment of what texts name. */
    momentNamed?: MomentNamed;
  } = {},
) {
  const { window } = scripts;
  const asked: Ask[] = [];
  const callers: Caller[] = [];
  const paidLost: Parameters<Dependencies['payLost']>[] = [];
  const toolRequests: ToolRequest[] = [];
  const models: Dependencies['models'] = {
    defaultChain: ['openai:default'],
    providers: { openai: { missing: scripts.missing ?? null }, anthropic: { missing: null } },
  };
  const callModel: ModelCaller = async ({ caller, chain, request }, options: RouteOptions) => {
    const ask: Ask = [chain, request, options];
    asked.push(ask);
    callers.push(caller);
    const answer = (await scripts.model?.(...ask)) ?? {};
    if (answer instanceof Error) throw answer;
    return {
      costUsd: null,
      text: '',
      toolCalls: [],
      finish: 'stop',
      usage: { ...noUsage, inputTokens: 10, outputTokens: 5 },
      model: 'openai:default',
      attempts: [{ model: 'openai:default', status: 'answered', durationMs: 1 }],
      ...answer,
    };
  };
  const known = new Set(Object.values(builtInAgents).flatMap((agent) => agent.tools));
  const tools: ToolExecutor = {
    terms: { plan: 'premium' },
    termsOf: async () => ({ plan: 'premium' }),
    quota: async () => [],
    list: () => [...known].map((name) => toolSpec(name)),
    find: (name) =>
      known.has(name)
        ? toolSpec(name, scripts.parameters && { parameters: scripts.parameters })
        : undefined,
    label: (name) => `${name} SPX`,
    preview: () => Promise.reject(new Error('nothing is previewed here')),
    async run(request) {
      toolRequests.push(request);
      const answer = (await scripts.tool?.(request)) ?? {
        status: 'completed',
        output: { price: 1 },
        metadata: { executionMs: 1, cached: false },
      };
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const dependencies = createDependencies({
    db,
    keyring: testKeyring,
    models,
    ...(window !== undefined && { windows: () => window }),
    callModel,
    async payLost(...call) {
      paidLost.push(call);
    },
    embed: noEmbeddings,
    memory: lexicalMemory(db, scripts.memories),
    bus: createMemoryBus(),
    tools,
    senders: noSenders,
    momentNamed: scripts.momentNamed,
    planners: plannersIn(scripts.planners ?? ''),
  });
  const activities = createActivities(dependencies);

  return {
    ...dependencies,
    asked,
    callers,
    paidLost,
    toolRequests,
    /** Calls an activity as Temporal would. */
    async call<Name extends keyof Activities>(
      name: Name,
      input: Parameters<Activities[Name]>[0],
      environment = new MockActivityEnvironment({ attempt: 1, startToCloseTimeoutMs: 60_000 }),
    ): Promise<Awaited<ReturnType<Activities[Name]>>> {
      // The mock's types cannot follow a name that is still open.
      return environment.run(activities[name] as never, input as never) as never;
    },
  };
}

/** A run in the database for steps and conversations to belong to. */
export async function storedRun(
  db: Database,
  id = 'run_1',
  terms: Partial<
    Pick<NewRun, 'user' | 'startedBy' | 'priority' | 'budget' | 'notify' | 'input' | 'retryOf'>
  > = {},
): Promise<string> {
  const { runRepository } = await import('../../../db/repositories/runs/runs.ts');
  const { pipelineSchema } = await import('../../../contracts/pipelines/pipeline.ts');
  const pipeline = pipelineSchema.parse({
    name: 'test',
    nodes: [{ id: 'n', kind: 'transform', value: 1 }],
  });
  const compiled = { hash: 'h', pipeline, pipelines: {}, agents: {} };
  await runRepository(db).insert({ id, compiled, input: {}, ...terms });
  return id;
}
