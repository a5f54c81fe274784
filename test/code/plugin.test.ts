import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, Connection, WorkflowFailedError } from '@temporalio/client';
import type { WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { BatonPlugin } from 'baton/plugin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import dinner, { host } from '../../examples/code/dinner.ts';
import { apiKey, openBaton } from '../end-to-end/support/baton.ts';
import type { Baton } from '../end-to-end/support/baton.ts';
import * as workflows from './support/own-workflows.ts';

const taskQueue = 'evenings';
const workflowsPath = fileURLToPath(new URL('./support/own-workflows.ts', import.meta.url));
const patience = { timeout: 60_000, interval: 100 };
let baton: Baton;
let connection: NativeConnection;
let client: Client;
let closeClient: () => Promise<void>;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  baton = await openBaton({ BATON_MARKET_SOURCES: 'sample', OLLAMA_HOST: 'http://127.0.0.1:9' });
  const { name } = host;
  const wrong = { name: 'wrong', nodes: [{ id: 'one', kind: 'transform', value: '{{ 1 / 0 }}' }] };
  await baton.request('PUT', `/api/v1/agents/${name}`, host);
  await baton.request('PUT', '/api/v1/pipelines/dinner', dinner);
  await baton.request('PUT', '/api/v1/pipelines/wrong', wrong);
  const address = baton.temporalAddress;
  connection = await NativeConnection.connect({ address });
  const ofClient = await Connection.connect({ address });
  closeClient = () => ofClient.close();
  client = new Client({ connection: ofClient });
  stopWorker = await startWorker();
}, 120_000);
afterAll(async () => {
  await stopWorker();
  await connection.close();
  await closeClient();
  await baton.close();
}, 60_000);

/** A worker as its owner has it, with the plugin. @returns what stops it. */
async function startWorker(): Promise<() => Promise<void>> {
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowsPath,
    shutdownGraceTime: '1 second',
    plugins: [new BatonPlugin({ url: baton.address, key: apiKey })],
  });
  const ended = worker.run();
  return async () => {
    worker.shutdown();
    await ended;
  };
}

type Name = keyof typeof workflows;
const start = <One extends Name>(name: One, args: Parameters<(typeof workflows)[One]>) =>
  client.workflow.start(name, { taskQueue, workflowId: crypto.randomUUID(), args });

const runsOf = async (amount: number) => {
  const { body } = await baton.request('GET', '/api/v1/runs?pipeline=dinner&limit=100');
  return body.items.filter((run: { input: { amount: number } }) => run.input.amount === amount);
};

/** The run that a workflow has started, once it waits for a person. */
async function untilItAsks(amount: number): Promise<string> {
  const waiting = async () => (await runsOf(amount))[0]?.status;
  await expect.poll(waiting, patience).toBe('waiting');
  return (await runsOf(amount))[0].id;
}

/** Replays what a workflow has done: its code takes the same steps again. */
async function replay(handle: WorkflowHandle): Promise<void> {
  await Worker.runReplayHistory({ workflowsPath }, await handle.fetchHistory(), handle.workflowId);
}

const patient = { timeout: 120_000 };

test('a workflow runs a pipeline once, though its worker stops meanwhile', patient, async () => {
  const handle = await start('evening', [84]);
  const run = await untilItAsks(84);
  await stopWorker();
  stopWorker = await startWorker();
  expect(
    await baton.request('POST', `/api/v1/approvals/${run}.send`, { decision: 'approve' }),
  ).toMatchObject({ status: 200 });
  expect(await handle.result()).toContain('28');
  expect(await runsOf(84)).toHaveLength(1);
  await replay(handle);
});

test('a workflow that waits leaves little in its history', patient, async () => {
  const handle = await start('evening', [30]);
  const run = await untilItAsks(30);
  const attempts = async () => {
    const { raw } = await handle.describe();
    return raw.pendingActivities?.[0]?.attempt ?? 0;
  };
  await expect.poll(attempts, patience).toBeGreaterThan(3);
  await baton.request('POST', `/api/v1/approvals/${run}.send`, { decision: 'approve' });
  await handle.result();
  expect((await handle.fetchHistory()).events?.length).toBeLessThan(25);
});

test('a workflow gives a task to an agent', patient, async () => {
  const handle = await start('letter', ['Each of 3 owes 28.']);
  expect(await handle.result()).toEqual({ message: expect.any(String) });
  await replay(handle);
});

test('a workflow that is cancelled cancels its run', patient, async () => {
  const handle = await start('evening', [51]);
  await untilItAsks(51);
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
  await expect.poll(async () => (await runsOf(51))[0].status, patience).toBe('cancelled');
  await replay(handle);
});

test('a run that is abandoned goes on when its workflow is cancelled', patient, async () => {
  const handle = await start('abandoned', [52]);
  const run = await untilItAsks(52);
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
  await baton.request('POST', `/api/v1/approvals/${run}.send`, { decision: 'approve' });
  await expect.poll(async () => (await runsOf(52))[0].status, patience).toBe('completed');
});

test(
  'a run that fails is a failure with the run, and what is refused is told at once',
  patient,
  async () => {
    const failed = await start('failing', ['wrong']);
    expect(await failed.result()).toEqual({
      runId: expect.stringMatching(/^run_/),
      status: 'failed',
    });
    const refused = await start('failing', ['nothing-of-this-name']);
    expect(await refused.result()).toContain('Pipeline nothing-of-this-name not found');
    await replay(failed);
  },
);

test('the worker of the example serves the workflow of the example', patient, async () => {
  await stopWorker();
  const worker = spawn(process.execPath, ['examples/code/worker.ts'], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      TEMPORAL_ADDRESS: baton.temporalAddress,
      BATON_URL: baton.address,
      BATON_API_KEY: apiKey,
    },
  });
  const ended = once(worker, 'exit');
  try {
    const handle = await start('evening', [99]);
    const run = await untilItAsks(99);
    await baton.request('POST', `/api/v1/approvals/${run}.send`, { decision: 'approve' });
    expect(await handle.result()).toContain('33');
  } finally {
    worker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    stopWorker = await startWorker();
  }
});

test('a run has the rights of the key, and the key is in no history', patient, async () => {
  const handle = await start('letter', ['Each of 2 owes 7.']);
  await handle.result();
  expect(JSON.stringify(await handle.fetchHistory())).not.toContain(apiKey);
  expect(() => new BatonPlugin({ url: baton.address, key: '' })).toThrow(/needs an API key/);
});
