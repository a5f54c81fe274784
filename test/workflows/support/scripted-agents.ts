import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createActivities } from '../../../activities/index.ts';
import type { ToolExecutor } from '../../../activities/tool-kit/executor.ts';
import type { Tool } from '../../../activities/tool-kit/tool.ts';
import { storable } from '../../../contracts/base/text.ts';
import { agentSchema } from '../../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import type { BudgetSettings } from '../../../contracts/models/budget.ts';
import type { RetryPlan } from '../../../contracts/runs/retry.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { taskQueues } from '../../../contracts/temporal/task-queues.ts';
import type { Database, OpenDatabase } from '../../../db/open.ts';
import { runRepository } from '../../../db/repositories/runs/runs.ts';
import type { runPipeline } from '../../../workflows/index.ts';
import { openaiServer } from '../../end-to-end/support/model-server.ts';
import type { Asked, Scripted } from '../../end-to-end/support/model-server.ts';
import { runInput, startHarness } from './harness.ts';
import type { PipelineParts } from './harness.ts';
import { scriptedDependencies } from './scripted-dependencies.ts';
import { openInMemory, openTestDatabase } from '../../support/databases.ts';

/** An agent as a test needs it; its instructions tell the script who asks. */
export function agentNamed(
  name: string,
  rest: Partial<Parameters<typeof agentSchema.parse>[0] & object> = {},
): AgentDefinition {
  return agentSchema.parse({
    name,
    role: name,
    instructions: `You are ${name}.`,
    memory: { enabled: false },
    ...rest,
  });
}

/** What one agent would answer: called with what it was asked, and how often it answered before. */
export type AgentScript = (asked: Asked, turn: number) => Scripted | Promise<Scripted>;

/**
 * Agents that ask a server that speaks OpenAI's Chat Completions by a script, with the real provider, records, tools
 * and worker.
 */
export async function scriptedAgents(given: {
  agents: AgentDefinition[];
  scripts: Record<string, AgentScript>;
  tools?: Tool<object>[];
  /** What runs tools in place of one with these. */
  executor?: (db: Database) => Promise<ToolExecutor>;
  /** The folder of planners. */
  planners?: string;
  /** As BATON_MODEL_WINDOWS has them. */
  windows?: string;
  /** Calls that a model takes at once, and how long another one waits for it before it is sent away. */
  atOnce?: number;
  maximumWaitMs?: number;
  /** Opens the records in place of a database of the test. */
  open?: () => Promise<OpenDatabase>;
  /** The way to the models, such as through a proxy; the address of their server when left out. */
  way?: (url: string) => Promise<string>;
}) {
  const { agents, scripts, tools = [], executor, planners, windows, atOnce, maximumWaitMs } = given;
  const server = await openaiServer((asked) => {
    const system = String(asked.messages[0]?.content);
    const name = agents.find((agent) => system.startsWith(agent.instructions))?.name ?? '';
    const turn = asked.messages.filter(({ role }) => role === 'assistant').length + 1;
    const script = scripts[name];
    if (!script) throw new Error(`There is no script for ${name}`);
    return script(asked, turn);
  });
  // PGlite comes with pgvector, where agents remember.
  const remembers = agents.some(({ memory }) => memory.enabled);
  const open = remembers ? openInMemory : openTestDatabase;
  const database = await (given.open ?? open)();
  const { db } = database;
  const dependencies = await scriptedDependencies({
    db,
    url: (await given.way?.(server.url)) ?? server.url,
    tools,
    executor: await executor?.(db),
    planners,
    windows,
    atOnce,
    maximumWaitMs,
  });
  const harness = await startHarness({}, createActivities(dependencies));
  onTestFinished(async () => {
    await harness.stop();
    await database.close();
  });

  return {
    ...dependencies,
    db,
    client: harness.client,
    asked: server.asked,

    /** Gives the first of the agents a task, and hands back its run. */
    async start(
      options: {
        task?: string;
        budget?: BudgetSettings;
        node?: object;
        kind?: 'task';
        input?: JsonObject;
        /** In place of one that gives the task. */
        pipeline?: PipelineParts;
        /** Those that it runs. */
        pipelines?: PipelineParts[];
        /** What it takes over from the run that it retries. */
        retry?: RetryPlan;
      } = {},
    ) {
      const {
        task = 'Look at SPX',
        budget,
        node,
        kind,
        input: inputs = {},
        pipelines,
        retry,
      } = options;
      const runId = `run_${randomUUID()}`;
      const input = runInput(
        options.pipeline ?? {
          nodes: [{ id: 'look', kind: 'agent', agent: agents[0]?.name ?? '', task, ...node }],
          output: '{{ nodes.look.output }}',
        },
        {
          runId,
          input: inputs,
          ...(pipelines && { pipelines }),
          ...(retry && { retry }),
          agents: Object.fromEntries(agents.map((agent) => [agent.name, agent])),
        },
      );
      const { compiled } = input;
      const terms = {
        ...(budget && { budget }),
        ...(kind && { kind }),
        ...(retry && { retry, retryOf: retry.of }),
      };
      await runRepository(db).insert({ id: runId, compiled, input: storable(inputs), ...terms });
      return harness.client.workflow.start<typeof runPipeline>('runPipeline', {
        workflowId: runId,
        taskQueue: taskQueues.workflows,
        workflowTaskTimeout: '5s',
        args: [{ ...input, ...(kind && { kind }) }],
      });
    },
  };
}

export type ScriptedAgents = Awaited<ReturnType<typeof scriptedAgents>>;

/** An answer that calls tools: by name, with their arguments. */
export const calls = (...list: (readonly [name: string, args: object])[]): Scripted => ({
  calls: list.map(([name, args]) => ({ name, args })),
});

/** An answer that is a report. */
export const says = (text: string): Scripted => ({ text });
