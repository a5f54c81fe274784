import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import type { Client, WorkflowHandle } from '@temporalio/client';
import {
  decodeOptionalFailureToOptionalError,
  loadDataConverter,
} from '@temporalio/common/lib/internal-non-workflow/index.js';
import { DefaultLogger, NativeConnection } from '@temporalio/worker';
import type { InjectedSinks, WorkerOptions } from '@temporalio/worker';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import { WorkflowWorker } from '../../workers/workflow-worker.ts';
import { quietWorkers, temporalClient, temporalServer } from '../support/temporal.ts';
import { dataConverter } from '../support/keys.ts';
import type { Sinks } from './support/workflows.ts';
import type * as workflows from './support/workflows.ts';

const workflowsPath = fileURLToPath(new URL('./support/workflows.ts', import.meta.url));
/** How long the code of a workflow may run in one go, which the SDK has no type for. */
const shortTasks: object = { isolateExecutionTimeout: '2s' };
let bundle: { code: string };
const patience = { timeout: 30_000, interval: 100 };

beforeAll(async () => {
  quietWorkers();
  bundle = await bundleWorkflows(new DefaultLogger('ERROR'), workflowsPath);
}, 180_000);

/** What the thread of workflows is asked. */
type Request = { input?: { type: string } };

/** A worker of its own. Gives the way to start its workflows. */
async function startWorker(options: Partial<WorkerOptions> = {}) {
  const client = await temporalClient();
  const taskQueue = `own-thread-${randomUUID()}`;
  const connection = await NativeConnection.connect({ address: temporalServer() });
  const worker = await WorkflowWorker.create({
    connection,
    dataConverter,
    taskQueue,
    workflowBundle: bundle,
    ...shortTasks,
    ...options,
  });
  const ended = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await ended;
    await connection.close();
  });
  return (name: keyof typeof workflows) => startOne(client, taskQueue, name);
}

async function startOne(client: Client, taskQueue: string, name: string): Promise<WorkflowHandle> {
  const handle = await client.workflow.start(name, { taskQueue, workflowId: randomUUID() });
  onTestFinished(async () => {
    await handle.terminate().catch(() => undefined);
  });
  return handle;
}

/** Why the latest task of a workflow has failed. */
async function whyFailed(handle: WorkflowHandle): Promise<string | undefined> {
  const { events } = await handle.fetchHistory();
  const failed = events?.findLast((event) => event.workflowTaskFailedEventAttributes);
  const { failure } = failed?.workflowTaskFailedEventAttributes ?? {};
  return (await decodeOptionalFailureToOptionalError(loadDataConverter(dataConverter), failure))
    ?.message;
}

test('workflows wait for signals and timers by conditions', { timeout: 60_000 }, async () => {
  const start = await startWorker();
  const handle = await start('patient');
  await handle.signal('begin');
  expect(await handle.result()).toBe('begun');
});

test.each(['endless', 'endlessCondition'] as const)(
  'a workflow that never ends its task (%s) is stopped, and others go on',
  { timeout: 60_000 },
  async (name) => {
    const start = await startWorker();
    const stuck = await start(name);
    if (name === 'endlessCondition') await stuck.signal('begin');
    await expect.poll(() => whyFailed(stuck), patience).toContain('timed out after 2000ms');
    const other = await start('patient');
    await other.signal('begin');
    expect(await other.result()).toBe('begun');
  },
);

test('errors say where they were thrown', { timeout: 60_000 }, async () => {
  const start = await startWorker();
  const handle = await start('broken');
  const error = (await handle.result().catch((thrown: unknown) => thrown)) as Error;
  expect((error.cause as Error).stack).toContain('support/workflows.ts');
});

test('where promises were made is not kept', { timeout: 60_000 }, async () => {
  const start = await startWorker();
  const handle = await start('patient');
  await expect(handle.query('__stack_trace')).rejects.toThrow();
});

test('what workflows tell is fetched, and not asked for where they tell nothing', async () => {
  const post = vi.spyOn(Thread.prototype, 'postMessage');
  onTestFinished(() => post.mockRestore());
  const told: string[] = [];
  const say = {
    fn: (_info: unknown, text: string) => void told.push(text),
    callDuringReplay: false,
  };
  const sinks: InjectedSinks<Sinks> = { told: { say } };
  const start = await startWorker({ sinks });
  await (await start('talkative')).result();
  expect(told).toEqual(['It has rung.']);
  const asked = post.mock.calls.map(([request]) => (request as Request).input?.type);
  const countOf = (type: string) => asked.filter((one) => one === type).length;
  expect(countOf('activate-workflow')).toBeGreaterThanOrEqual(4);
  // It logs that it has begun and ended.
  expect(countOf('extract-sink-calls')).toBe(3);
}, 60_000);
