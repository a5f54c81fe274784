import { MockActivityEnvironment } from '@temporalio/testing';
import { createActivities, createDependencies } from '../../../activities/index.ts';
import type { Dependencies } from '../../../activities/dependencies.ts';
import type {
  Caller,
  ModelAnswer as WholeAnswer,
  ModelCaller,
} from '../../../activities/models/model-caller.ts';
import type { ModelRouter, RouteOptions } from '../../../activities/models/routing/router.ts';
import { createMemoryBus } from '../../../bus/memory.ts';
import type { ToolExecutor, ToolRequest } from '../../../activities/tools/executor.ts';
import { builtInAgents } from '../../../contracts/agents.ts';
import type { Activities } from '../../../contracts/activities.ts';
import { noUsage } from '../../../contracts/messages.ts';
import type { ToolAnswer } from '../../../contracts/tools.ts';
import type { Database } from '../../../db/open.ts';
import type { NewRun } from '../../../db/repositories/runs.ts';

type ModelAnswer = Partial<WholeAnswer> | Error;
type Ask = Parameters<ModelRouter['chat']>;

const noEmbeddings = () => Promise.reject(new Error('no embeddings here'));

/** Real activities over a real database, with scripted models and tools that note what they are asked. */
export function activitiesOver(
  db: Database,
  scripts: {
    model?: (...ask: Ask) => ModelAnswer | Promise<ModelAnswer>;
    tool?: (request: ToolRequest) => ToolAnswer | Error | Promise<ToolAnswer | Error>;
    missing?: string[];
  } = {},
) {
  const asked: Ask[] = [];
  const callers: Caller[] = [];
  const toolRequests: ToolRequest[] = [];
  const models: Dependencies['models'] = {
    defaultChain: ['openai:default'],
    missing: () => scripts.missing ?? [],
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
    list: () => [],
    find: (name) =>
      known.has(name)
        ? {
            id: `${name}@1`,
            name,
            version: 1,
            description: name,
            category: 'market',
            plan: 'free',
            rateLimit: {},
            parameters: { type: 'object' },
            sideEffect: false,
          }
        : undefined,
    label: (name) => `${name} SPX`,
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
    models,
    callModel,
    embed: noEmbeddings,
    bus: createMemoryBus(),
    tools,
    user: 'local',
  });
  const activities = createActivities(dependencies);

  return {
    ...dependencies,
    asked,
    callers,
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
  terms: Partial<Pick<NewRun, 'user' | 'priority' | 'budget'>> = {},
): Promise<string> {
  const { runRepository } = await import('../../../db/repositories/runs.ts');
  const { pipelineSchema } = await import('../../../contracts/pipeline.ts');
  const pipeline = pipelineSchema.parse({
    name: 'test',
    nodes: [{ id: 'n', kind: 'transform', value: 1 }],
  });
  const compiled = { hash: 'h', pipeline, pipelines: {}, agents: {} };
  await runRepository(db).insert({ id, compiled, input: {}, ...terms });
  return id;
}
