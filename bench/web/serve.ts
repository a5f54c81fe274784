import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { createMemoryBus } from '../../bus/create-bus.ts';
import { tellRuns } from '../../bus/tell-runs.ts';
import { openDatabase } from '../../db/open.ts';
import { stepRepository } from '../../db/repositories/runs/steps.ts';
import { tellingSteps } from '../../db/telling.ts';
import { largePipeline, usualPipeline, widePipeline } from './documents.ts';
import { endRun, recordRun, recordSteps, stepAt, storePipeline } from './records.ts';
import { host, openApp } from '../support/open-app.ts';
import { sealer } from '../support/keyring.ts';

export type WebServerSettings = {
  temporalAddress: string;
  apiKey: string;
  /** Runs by what they are for. */
  runs: { large: string; ended: string; small: string; live: string };
  /** How many steps they have; the live one when it is opened. */
  steps: { ended: number; small: number; live: number };
};

/** How many steps the live run is to do, and how many in a second. */
export type Work = { steps: number; perSecond: number };

/**
 * An API process with the built web app and runs to look at; it tells its parent its address, and when a piece
 * of work is done.
 */
async function serve({ temporalAddress, apiKey, runs, steps }: WebServerSettings): Promise<void> {
  const database = await openDatabase({ sealer });
  const { db } = database;
  const bus = createMemoryBus();
  await storePipeline(db, largePipeline);
  await storePipeline(db, usualPipeline);
  await storePipeline(db, widePipeline);
  for (const [id, pipeline, count] of [
    [runs.large, largePipeline, largePipeline.nodes.length],
    [runs.ended, usualPipeline, steps.ended],
    [runs.small, usualPipeline, steps.small],
  ] as const) {
    await recordRun(db, id, pipeline);
    await recordSteps(db, id, { pipeline, count });
    await endRun(db, id, { pipeline, count });
  }
  await recordRun(db, runs.live, usualPipeline);
  await recordSteps(db, runs.live, { pipeline: firstNodeOf(usualPipeline), count: steps.live });

  const connection = await Connection.connect({ address: temporalAddress });
  const temporal = new Client({ connection });
  const app = await openApp({ database, bus, temporal, apiKey });
  const told = tellingSteps(stepRepository(db), tellRuns(bus));
  let done = steps.live;
  process.on('message', ({ steps: count, perSecond }: Work) => void work(count, perSecond));
  process.send?.(await app.listen({ host, port: 0 }));

  async function work(count: number, perSecond: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      const next = delay(1_000 / perSecond);
      const { key: _key, ...step } = stepAt(runs.live, 'node_1', done);
      done += 1;
      await told.start(step, { ...step, attempt: 1 });
      await told.finish(step, { attempt: 1, status: 'completed', output: { page: done } });
      await next;
    }
    process.send?.('done');
  }
}

function firstNodeOf(pipeline: typeof usualPipeline): typeof usualPipeline {
  return { ...pipeline, nodes: pipeline.nodes.slice(0, 1) };
}

process.once('message', (settings) => void serve(settings as WebServerSettings));
