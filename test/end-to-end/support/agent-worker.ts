import { readFile } from 'node:fs/promises';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { dataConverter } from '../../support/keys.ts';
import { createActivities } from '../../../activities/index.ts';
import type { CompiledPipeline } from '../../../contracts/pipelines/pipeline.ts';
import { openDatabase } from '../../../db/open.ts';
import { runRepository } from '../../../db/repositories/runs/runs.ts';
import { startWorkers } from '../../../workers/start-workers.ts';
import { scriptedDependencies } from '../../workflows/support/scripted-dependencies.ts';
import { endWorker } from './end-worker.ts';
import { readPage } from './read-page.ts';
import { testSealer } from '../../support/keyring.ts';

// A worker with its database as a process of its own, to be killed.

/** Where a worker finds what it works with. */
export type WorkerTerms = {
  address: string;
  namespace: string;
  /** Of the database. */
  folder: string;
  /** A file. */
  bundle: string;
  /** Of the server that plays the models. */
  url: string;
  windows: string;
};

/** A run that is to be put on record; its parent is told `stored` when it is. */
export type StoreRun = { id: string; compiled: CompiledPipeline };

Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
process.once('disconnect', () => process.exit());
process.once('message', async (terms: WorkerTerms) => {
  const { address, namespace, folder, bundle, url, windows } = terms;
  const { db } = await openDatabase({ dataFolder: folder, sealer: testSealer });
  process.on('message', async (run: StoreRun) => {
    await runRepository(db).insert({ ...run, input: {} });
    process.send?.('stored');
  });
  const dependencies = await scriptedDependencies({
    db,
    url,
    tools: [readPage, endWorker],
    windows,
  });
  await startWorkers({
    connection: await NativeConnection.connect({ address }),
    namespace,
    dataConverter,
    activities: createActivities(dependencies),
    queues: ['workflows', 'models', 'tools', 'memory'],
    workflowBundle: readFile(bundle, 'utf8').then((code) => ({ code })),
  });
  process.send?.('ready');
});
process.send?.('awake');
