import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { openDatabase } from '../../db/open.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { stepRepository } from '../../db/repositories/runs/steps.ts';
import type { runPipeline } from '../../workflows/index.ts';
import { makeDatabase } from '../support/databases.ts';
import { testSealer } from '../support/keyring.ts';
import { quietWorkers } from '../support/temporal.ts';
import { temporalOfItsOwn } from '../support/temporal-of-its-own.ts';
import { runInput } from '../workflows/support/harness.ts';
import type { PipelineParts } from '../workflows/support/harness.ts';
import { agentNamed } from '../workflows/support/scripted-agents.ts';
import { startKillableWorker } from './support/killable-worker.ts';
import { openaiServer } from './support/model-server.ts';

const patiently = { timeout: 60_000, interval: 20 };
const killer = { id: 'always', kind: 'tool', tool: 'end_worker' } as const;

/** Starts a run on a worker that can be killed. */
async function startRun(
  id: string,
  options: { url: string; nodes: (folder: string) => PipelineParts['nodes'] },
) {
  quietWorkers();
  const { address, namespace, folder, client } = await temporalOfItsOwn({});
  const data = join(folder, 'data');
  await mkdir(data);
  await makeDatabase(data);
  const bundle = inject('workflowBundle');
  const { url, nodes } = options;
  const terms = { address, namespace, folder: data, bundle, url, windows: '' };
  const worker = await startKillableWorker(terms);
  const agents = { quick: agentNamed('quick') };
  const input = runInput({ nodes: nodes(folder) }, { runId: id, agents });
  await worker.store({ id, compiled: input.compiled });
  const run = await client.workflow.start<typeof runPipeline>('runPipeline', {
    workflowId: id,
    taskQueue: taskQueues.workflows,
    workflowTaskTimeout: '5s',
    args: [input],
  });
  return {
    folder,
    worker,
    result: run.result().then(
      () => 'completed',
      () => 'failed',
    ),
    /** Kills the worker, and gives what is on record. */
    async records() {
      await worker.kill();
      const { db, close } = await openDatabase({ dataFolder: data, sealer: testSealer });
      const stored = await runRepository(db).get(id);
      const steps = await stepRepository(db).list(id);
      await close();
      return { stored, steps };
    },
  };
}

it(
  'a call that killed its worker is made again, and after three times it is quarantined',
  { timeout: 120_000 },
  async () => {
    const { folder, worker, result, records } = await startRun('run_killer', {
      url: 'http://127.0.0.1:1',
      nodes: (parent) => [
        { ...killer, args: { file: join(parent, 'calls.txt') }, retry: { maximumAttempts: 1 } },
      ],
    });
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      await worker.ended();
      await worker.restart();
    }
    expect(await result).toBe('failed');
    const { stored, steps } = await records();
    expect(stored).toMatchObject({
      status: 'failed',
      error: {
        type: 'Quarantined',
        node: 'always',
        message: expect.stringMatching(/crashed its worker 3 times.*run_killer\/always#tool/),
      },
    });
    expect(steps).toMatchObject([{ status: 'failed', error: { type: 'Quarantined' } }]);
    expect(await readFile(join(folder, 'calls.txt'), 'utf8')).toBe('called\n'.repeat(3));
  },
);

it(
  'a call that died each time beside one that kills its worker goes on, and only that one is quarantined',
  { timeout: 150_000 },
  async () => {
    let isHeld = true;
    const { url, asked } = await openaiServer(() =>
      isHeld ? new Promise(() => undefined) : { text: 'The answer.' },
    );
    const { folder, worker, result, records } = await startRun('run_beside', {
      url,
      nodes: (parent) => [
        {
          ...killer,
          args: { file: join(parent, 'calls.txt'), after: join(parent, 'go.txt') },
          onError: 'continue',
        },
        { id: 'look', kind: 'agent', agent: 'quick', task: 'Look at SPX' },
      ],
    });
    const go = (times: number) => appendFile(join(folder, 'go.txt'), 'called\n'.repeat(times));
    for (let deaths = 1; deaths <= 2; deaths += 1) {
      await expect.poll(() => asked.length, patiently).toBe(deaths);
      await go(1);
      await worker.ended();
      await worker.restart();
    }
    // The one of them that has its turn first is at work alone.
    await expect
      .poll(() => asked.length, { ...patiently, timeout: 10_000 })
      .toBe(3)
      .catch(() => undefined);
    await go(3);
    await worker.ended();
    isHeld = false;
    await worker.restart();
    let isOver = false;
    void result.then(() => (isOver = true));
    void worker.ended().then(() => (isOver ? undefined : worker.restart()));
    expect(await result).toBe('completed');
    const { steps } = await records();
    const ends = Object.fromEntries(steps.map(({ nodePath, status }) => [nodePath, status]));
    expect(ends).toEqual({ always: 'failed', look: 'completed' });
    const failed = steps.find(({ nodePath }) => nodePath === 'always');
    expect(failed).toMatchObject({ error: { type: 'Quarantined' } });
  },
);
