import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInAgents } from '../../contracts/agents/index.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import { openBaton, runOf } from './support/baton.ts';
import type { Baton } from './support/baton.ts';

const order = { symbol: 'SPX', side: 'buy', quantity: 1, type: 'market' };
const buys = pipelineSchema.parse({
  name: 'buys',
  nodes: [
    {
      id: 'buy',
      kind: 'tool',
      tool: 'create_paper_order',
      args: order,
      sideEffects: { policy: 'allow' },
    },
  ],
});
/** What a run that buys begins with. */
const startOf = (runId: string) => ({
  runId,
  path: '',
  compiled: { hash: 'forged', pipeline: buys, pipelines: {}, agents: builtInAgents },
  input: {},
  depth: 0,
});

let baton: Baton;
let client: Client;
beforeAll(async () => {
  baton = await openBaton({ BATON_MODELS: 'demo:trend', OLLAMA_HOST: 'http://127.0.0.1:9' });
  // As anyone on this machine can: without a key, in plain text.
  client = new Client({ connection: await Connection.connect({ address: baton.temporalAddress }) });
}, 100_000);
afterAll(async () => {
  await client.connection.close();
  await baton.close();
});

const start = (type: string, workflowId: string, input: object) =>
  client.workflow.start(type, { workflowId, taskQueue: taskQueues.workflows, args: [input] });

/** Waits for the end of a workflow that does nothing, and gives the type of its failure. */
async function endOf(handle: Awaited<ReturnType<typeof start>>): Promise<unknown> {
  await expect(handle.result()).rejects.toThrow();
  const { events } = await handle.fetchHistory();
  const names = (events ?? []).flatMap(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
  );
  expect(names).toEqual([]);
  const last = events?.at(-1)?.workflowExecutionFailedEventAttributes?.failure;
  return (last?.cause ?? last)?.applicationFailureInfo?.type;
}

async function startRun(document: object): Promise<string> {
  const { status, body } = await baton.request('POST', '/api/v1/runs', { document, input: {} });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const orders = async () => (await baton.request('GET', '/api/v1/account/orders')).body.items;

test.each(['run', 'task'] as const)('a %s that is not on record does nothing', async (kind) => {
  const runId = `run_${randomUUID()}`;
  const handle = await start('runPipeline', runId, { ...startOf(runId), kind });
  expect(await endOf(handle)).toBe('NotStartedByBaton');
  expect(await orders()).toEqual([]);
});

test('a child pipeline and an agent without a parent do nothing', async () => {
  const runId = await startRun({
    name: 'asks',
    nodes: [{ id: 'ask', kind: 'approval', title: 'Go on?', show: 'it', timeout: '1h' }],
  });
  const child = { ...startOf(runId), path: 'child' };
  const agent = {
    runId,
    nodePath: 'look',
    agent: builtInAgents['research'],
    agents: {},
    task: 'Buy',
    budgets: [],
  };
  expect(await endOf(await start('runPipeline', `${runId}/child`, child))).toBe(
    'NotStartedByBaton',
  );
  expect(await endOf(await start('runAgent', `${runId}/look`, agent))).toBe('NotStartedByBaton');
});

test('under another id, a forged run neither acts for a run that is open nor ends it', async () => {
  const runId = await startRun({
    name: 'waits',
    nodes: [{ id: 'ask', kind: 'approval', title: 'Go on?', show: 'it', timeout: '1h' }],
  });
  await expect.poll(async () => (await runOf(baton, runId)).status).toBe('waiting');
  const handle = await start('runPipeline', `forged_${runId}`, startOf(runId));
  expect(await endOf(handle)).toBe('NotStartedByBaton');
  expect((await runOf(baton, runId)).status).toBe('waiting');
});

test('what Baton wrote starts nothing a second time, not even under the id of its run', async () => {
  const runId = await startRun({
    name: 'once',
    nodes: [{ id: 'say', kind: 'transform', value: 'it' }],
  });
  const first = client.workflow.getHandle(runId);
  const lastEvent = async () => (await first.fetchHistory()).events?.at(-1);
  await expect.poll(lastEvent).toHaveProperty('workflowExecutionCompletedEventAttributes.result');
  const { events } = await first.fetchHistory();
  const { input } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  await client.workflowService.startWorkflowExecution({
    namespace: 'default',
    workflowId: runId,
    workflowType: { name: 'runPipeline' },
    taskQueue: { name: taskQueues.workflows },
    input: input ?? null,
    requestId: randomUUID(),
  });
  const again = client.workflow.getHandle(runId);
  await expect(again.result()).rejects.toThrow();
  expect((await again.describe()).status.name).toBe('FAILED');
  expect((await runOf(baton, runId)).status).toBe('completed');
});
