import { openMemory } from '../activities/memory/agent-memory.ts';
import { plannersIn } from '../activities/planning/planners.ts';
import { createMemoryBus } from '../bus/create-bus.ts';
import { createActivities, createDependencies } from '../activities/index.ts';
import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { agentSchema } from '../contracts/agents/index.ts';
import { pipelineSchema } from '../contracts/pipelines/pipeline.ts';
import { taskQueues } from '../contracts/temporal/task-queues.ts';
import { openDatabase } from '../db/open.ts';
import { conversationRepository } from '../db/repositories/runs/conversations.ts';
import { runRepository } from '../db/repositories/runs/runs.ts';
import { bundleWorkflows } from '../workers/workflow-bundle.ts';
import type { runAgent, runPipeline } from '../workflows/index.ts';
import type { Bench, Result } from './measurement.ts';
import { historyGrowth } from './support/history-growth.ts';
import type { Growth } from './support/history-growth.ts';
import { logger } from './support/logger.ts';
import { scriptedModel, scriptedModels, scriptedTool, tool } from './support/scripted-model.ts';
import { serveNamespace } from './support/serve-namespace.ts';
import { createSenders } from '../activities/notify/create-senders.ts';
import { notifyEnvironment } from '../activities/notify/env.ts';
import { keyring, sealer } from './support/keyring.ts';

const turns = 200;
const turnBytes = 8 * 1024;
const quarters = [50, 100, 150, 200];
/** What the large models of today take. */
const windowTokens = 400_000;
const runId = 'run-agent';
const workflowId = `${runId}/agent`;

const definition = agentSchema.parse({
  name: 'reader',
  role: 'Reader',
  instructions: 'Read the text page by page.',
  tools: [tool.name],
  limits: { turns, time: '10m' },
});

const pipeline = pipelineSchema.parse({
  name: 'agent-of-many-turns',
  nodes: [{ id: 'agent', kind: 'agent', agent: definition.name, task: 'Read it all.' }],
});
const agents = { [definition.name]: definition };

const noEmbeddings = () => Promise.reject(new Error('it has no embeddings'));

/**
 * An agent of 200 turns, with the real activities and records and a scripted model: how its history
 * grows in Temporal.
 */
export async function agent({ binary, folder, cleanup }: Bench): Promise<Result[]> {
  const { db, close } = await openDatabase({ sealer });
  cleanup.add(close);
  const run = { compiled: { hash: 'bench', pipeline, pipelines: {}, agents }, input: {} };
  await runRepository(db).insert({ id: runId, ...run });
  const dependencies = createDependencies({
    db,
    keyring,
    models: scriptedModels,
    windows: () => windowTokens,
    callModel: scriptedModel(turnBytes),
    payLost: async () => {},
    embed: noEmbeddings,
    memory: await openMemory({
      environment: { BATON_EMBEDDINGS: 'lexical', BATON_MEMORY_MAXIMUM: 10_000, OLLAMA_HOST: '' },
      db,
      databaseName: 'PGlite',
      embed: noEmbeddings,
      sealer,
      log: () => undefined,
    }),
    bus: createMemoryBus(),
    tools: scriptedTool(turnBytes),
    senders: createSenders(notifyEnvironment.parse({})),
    planners: plannersIn(''),
  });
  const { address, stop } = await startTemporalServer({
    binary,
    folder,
    port: await findFreePort(),
  });
  cleanup.add(stop);
  const client = await serveNamespace(cleanup, {
    address,
    namespace: 'default',
    activities: createActivities(dependencies),
    queues: ['workflows', 'models', 'tools', 'memory'],
    workflowBundle: bundleWorkflows(logger),
  });

  const begin = performance.now();
  const handle = await client.workflow.start<typeof runPipeline>('runPipeline', {
    workflowId: runId,
    taskQueue: taskQueues.workflows,
    workflowTaskTimeout: '5s',
    args: [{ runId, path: '', depth: 0, ...run }],
  });
  await handle.result();
  const { turns: worked } = await client.workflow.getHandle<typeof runAgent>(workflowId).result();
  if (worked !== turns) throw new Error(`The agent ended in turn ${worked}.`);
  const seconds = (performance.now() - begin) / 1000;
  const messages = await conversationRepository(db).messages(workflowId);
  const { events: steps } = await handle.fetchHistory();
  const [firstRunId = ''] = (steps ?? []).flatMap(
    ({ childWorkflowExecutionStartedEventAttributes: child }) =>
      child?.workflowExecution?.runId ?? [],
  );
  const { growth, runs } = await historyGrowth(client, { workflowId, firstRunId });
  const perTurn = quarters.map((quarter) => bytesPerTurn(growth, quarter - turns / 4 + 1, quarter));
  const [first = Number.NaN] = perTurn;
  const last = perTurn.at(-1) ?? Number.NaN;
  return [
    {
      name: `agent of ${turns} turns, ${turnBytes / 1024} KB each`,
      figure: last / first,
      unit: '×',
      target: 1.1,
      details: [
        `bytes of history a turn, last quarter to first: ${last.toFixed(0)} to ${first.toFixed(0)}`,
        ...quarters.map((turn) => describe(turn, after(growth, turn))),
        `conversation in the database: ${kilobytes(JSON.stringify(messages).length)}`,
        `${runs} run${runs === 1 ? '' : 's'} in the chain, ${seconds.toFixed(1)} s`,
      ],
      spread: [],
      samples: {
        bytesPerTurn: perTurn,
        bytes: growth.map(({ bytes }) => bytes),
        events: growth.map(({ events }) => events),
        runs: [runs],
      },
    },
  ];
}

/** The history when a turn was over: when the next began, or at the end. */
function after(growth: readonly Growth[], turn: number): Growth {
  const found = growth.find((entry) => entry.turn === turn + 1);
  if (!found) throw new Error(`The history has no turn ${turn}.`);
  return found;
}

function bytesPerTurn(growth: readonly Growth[], from: number, to: number): number {
  const start = growth.find(({ turn }) => turn === from);
  return (after(growth, to).bytes - (start?.bytes ?? 0)) / (to - from + 1);
}

function describe(turn: number, { bytes, events }: Growth): string {
  return `after turn ${turn}: ${kilobytes(bytes)} in ${events} events`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`;
}
