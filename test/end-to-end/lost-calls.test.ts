import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { openDatabase } from '../../db/open.ts';
import { modelCallRepository } from '../../db/repositories/models/model-calls.ts';
import { budgetAccounts, modelCalls } from '../../db/schema/index.ts';
import type { runPipeline } from '../../workflows/index.ts';
import { makeDatabase } from '../support/databases.ts';
import { testSealer } from '../support/keyring.ts';
import { quietWorkers } from '../support/temporal.ts';
import { temporalOfItsOwn } from '../support/temporal-of-its-own.ts';
import { runInput } from '../workflows/support/harness.ts';
import { agentNamed } from '../workflows/support/scripted-agents.ts';
import { startKillableWorker } from './support/killable-worker.ts';
import { openaiServer } from './support/model-server.ts';

const patiently = { timeout: 60_000, interval: 20 };

it(
  'a model call in flight as its worker dies is paid by estimate, once for each death',
  { timeout: 150_000 },
  async () => {
    quietWorkers();
    const { address, namespace, folder, client } = await temporalOfItsOwn({});
    let held = 2;
    const { url, asked } = await openaiServer(() => {
      held -= 1;
      return held >= 0 ? new Promise(() => undefined) : { text: 'The answer.' };
    });
    const data = join(folder, 'data');
    await mkdir(data);
    await makeDatabase(data);
    const worker = await startKillableWorker({
      address,
      namespace,
      folder: data,
      bundle: inject('workflowBundle'),
      url,
      windows: '',
    });
    const id = 'run_lost';
    const agent = agentNamed('quick');
    const node = { id: 'look', kind: 'agent' as const, agent: 'quick', task: 'Look at SPX' };
    const input = runInput({ nodes: [node] }, { runId: id, agents: { quick: agent } });
    await worker.store({ id, compiled: input.compiled });
    const run = await client.workflow.start<typeof runPipeline>('runPipeline', {
      workflowId: id,
      taskQueue: taskQueues.workflows,
      workflowTaskTimeout: '5s',
      args: [input],
    });
    for (let deaths = 1; deaths <= 2; deaths += 1) {
      await expect.poll(() => asked.length, patiently).toBe(deaths);
      await worker.kill();
      await worker.restart();
    }
    await run.result();
    expect(asked).toHaveLength(3);
    await worker.kill();

    const { db, close } = await openDatabase({ dataFolder: data, sealer: testSealer });
    const booked = await db.select().from(modelCalls).orderBy(asc(modelCalls.at));
    const { costUsd, estimatedCalls } = await modelCallRepository(db).ofRun(id);
    const accounts = await db.select().from(budgetAccounts);
    await close();
    expect(booked).toMatchObject([
      { runId: id, agent: 'quick', isEstimated: true, inputTokens: expect.any(Number) },
      { runId: id, agent: 'quick', isEstimated: true, outputTokens: 500 },
      { runId: id, id: `${id}/look#turn-1`, isEstimated: false },
    ]);
    expect(estimatedCalls).toBe(2);
    expect(Number(costUsd)).toBeGreaterThan(Number(booked[2]!.costUsd));
    const day = accounts.find(({ account }) => account.startsWith('day:'))!;
    expect(Number(day.spentUsd)).toBe(Number(costUsd));
    expect(Number(day.reservedUsd)).toBe(0);
  },
);
