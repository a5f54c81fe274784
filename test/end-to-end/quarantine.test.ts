import { mkdir, readFile } from 'node:fs/promises';
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
import { startKillableWorker } from './support/killable-worker.ts';

it(
  'a call that killed its worker is made again, and after three times it is quarantined',
  { timeout: 120_000 },
  async () => {
    quietWorkers();
    const { address, namespace, folder, client } = await temporalOfItsOwn({});
    const data = join(folder, 'data');
    await mkdir(data);
    await makeDatabase(data);
    const worker = await startKillableWorker({
      address,
      namespace,
      folder: data,
      bundle: inject('workflowBundle'),
      url: 'http://127.0.0.1:1',
      windows: '',
    });
    const id = 'run_killer';
    const file = join(folder, 'calls.txt');
    const call = {
      id: 'always',
      kind: 'tool' as const,
      tool: 'end_worker',
      args: { file },
      retry: { maximumAttempts: 1 },
    };
    const input = runInput({ nodes: [call] }, { runId: id });
    await worker.store({ id, compiled: input.compiled });
    const run = await client.workflow.start<typeof runPipeline>('runPipeline', {
      workflowId: id,
      taskQueue: taskQueues.workflows,
      workflowTaskTimeout: '5s',
      args: [input],
    });
    const result = run.result().then(
      () => 'completed',
      () => 'failed',
    );
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      await worker.ended();
      await worker.restart();
    }
    expect(await result).toBe('failed');
    await worker.kill();

    const { db, close } = await openDatabase({ dataFolder: data, sealer: testSealer });
    const stored = await runRepository(db).get(id);
    const steps = await stepRepository(db).list(id);
    await close();
    expect(stored).toMatchObject({
      status: 'failed',
      error: {
        type: 'Quarantined',
        node: 'always',
        message: expect.stringMatching(/ended its worker 3 times.*run_killer\/always#tool/),
      },
    });
    expect(steps).toMatchObject([{ status: 'failed', error: { type: 'Quarantined' } }]);
    expect(await readFile(file, 'utf8')).toBe('called\n'.repeat(3));
  },
);
