import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dataConverter } from '../support/keys.ts';
import { standaloneActivities } from '../../api/temporal/standalone-activities.ts';
import type { Activities } from '../../contracts/activities/index.ts';
import { taskQueues, type TaskQueue } from '../../contracts/temporal/task-queues.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { quietWorkers, temporalServer } from '../support/temporal.ts';

// The queues' names are fixed: in a namespace of their own, they do not meet those of other tests.
const namespace = `workers-${randomUUID()}`;
const activityType = 2;

let client: Client;
let connection: NativeConnection;

beforeAll(async () => {
  quietWorkers();
  const address = temporalServer();
  client = new Client({
    connection: await Connection.connect({ address }),
    namespace,
    dataConverter,
  });
  await client.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1d'),
  });
  connection = await NativeConnection.connect({ address });
  // Known to one part of the server, a namespace takes a moment to be known to all.
  await vi.waitFor(() => pollers('tools'), { timeout: 20_000, interval: 100 });
});

afterAll(async () => {
  await connection.close();
  await client.connection.close();
});

async function pollers(queue: TaskQueue): Promise<number> {
  const { pollers: found } = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueues[queue] },
    taskQueueType: activityType,
  });
  return found.length;
}

function start(tool: () => Promise<unknown>, queues: readonly TaskQueue[]) {
  const activities = { callTool: tool } as unknown as Activities;
  return startWorkers({ connection, namespace, dataConverter, activities, queues });
}

const answer = { status: 'completed', output: { value: 1 }, preview: '1', cached: false } as const;

async function callTool(id: string, activity = 'callTool'): Promise<unknown> {
  const handle = await client.activity.start(activity, {
    id,
    taskQueue: taskQueues.tools,
    args: [{}],
    startToCloseTimeout: '10s',
  });
  return handle.result();
}

test('only the queues asked for are served', async () => {
  const workers = await start(async () => answer, ['tools']);
  await expect.poll(() => pollers('tools')).toBeGreaterThan(0);
  expect(await pollers('models')).toBe(0);
  await workers.stop();
});

test('calls that wait for one model leave room for those of others', async () => {
  let finish: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const embedTexts = vi.fn(async () => {
    await waiting;
    return { vectors: [] };
  });
  const activities = { embedTexts } as unknown as Activities;
  const workers = await startWorkers({
    connection,
    namespace,
    dataConverter,
    activities,
    queues: ['models'],
  });
  const ids = Array.from({ length: 60 }, (_, index) => `waits-${index}`);
  await Promise.all(
    ids.map((id) =>
      client.activity.start('embedTexts', {
        id,
        taskQueue: taskQueues.models,
        args: [{}],
        startToCloseTimeout: '60s',
      }),
    ),
  );
  await expect.poll(() => embedTexts.mock.calls.length, { timeout: 15_000 }).toBe(60);
  finish?.();
  await workers.stop();
});

test('receivers that are silent take no place from tools', async () => {
  const silent = Promise.withResolvers<void>();
  const deliverNotification = vi.fn(() => silent.promise);
  const activities = { callTool: async () => answer, deliverNotification } as unknown as Activities;
  const workers = await startWorkers({
    connection,
    namespace,
    dataConverter,
    activities,
    queues: ['tools', 'notifications'],
  });
  const { startDelivery } = standaloneActivities(client);
  const { signal } = new AbortController();
  const deliveryIds = Array.from({ length: 150 }, (_, index) => `silent-${index}`);
  await Promise.all(
    deliveryIds.map((deliveryId) => startDelivery({ deliveryId, user: 'ann' }, signal)),
  );
  await expect.poll(() => deliverNotification.mock.calls.length, { timeout: 15_000 }).toBe(50);
  expect(await callTool('beside-silent-ones')).toEqual(answer);
  expect(deliverNotification).toHaveBeenCalledTimes(50);
  silent.resolve();
  await workers.stop();
});

test('a stop waits for a tool that is running, and takes no other', async () => {
  let finish: (() => void) | undefined;
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const tool = vi.fn(async () => {
    await running;
    return answer;
  });
  const workers = await start(tool, ['tools']);
  const called = callTool('finishes');
  await vi.waitFor(() => expect(tool).toHaveBeenCalledOnce());
  const stopped = workers.stop();
  finish?.();
  await stopped;
  expect(await called).toEqual(answer);
});

test('what belongs to a workflow does nothing when someone starts it on its own', async () => {
  const runTool = vi.fn(async () => answer);
  const activities = { runTool } as unknown as Activities;
  const queues = ['tools'] as const;
  const workers = await startWorkers({ connection, namespace, dataConverter, activities, queues });
  await expect(callTool('forged', 'runTool')).rejects.toMatchObject({
    cause: {
      type: 'NotStartedByBaton',
      message: expect.stringContaining('only in a workflow'),
    },
  });
  expect(runTool).not.toHaveBeenCalled();
  await workers.stop();
});
