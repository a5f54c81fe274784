import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { dataConverter } from '../support/data-converter.ts';
import { keptBundle, theseSources } from '../../bin/start/kept-bundle.ts';
import { putMainThreadFirst } from '../../bin/start/thread-priorities.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import { logger } from '../support/logger.ts';
import { openProcess } from '../support/open-process.ts';
import { host, openApp } from '../support/open-app.ts';

/** What the process is told at its start. */
export type AgentsProcess = {
  environment: Record<string, string>;
  temporalAddress: string;
  apiKey: string;
  /** A PostgreSQL; left out, a PGlite in memory. */
  databaseUrl?: string;
  /** What the process is without; left out, it has both the API and the workers. */
  without?: 'api' | 'workers';
};

/**
 * The API with its worker as a process of its own, as `npm start` has them; it tells its parent its address, and
 * what it has used whenever it is asked.
 */
async function serve(given: AgentsProcess) {
  const { environment, temporalAddress: address, apiKey, databaseUrl, without } = given;
  Runtime.install({ logger, shutdownSignals: [] });
  const { database, bus, activities } = await openProcess(environment, databaseUrl);
  process.on('message', () => process.send?.(usageNow()));
  if (without !== 'workers') {
    await startWorkers({
      connection: await NativeConnection.connect({ address }),
      namespace: 'default',
      dataConverter,
      activities,
      queues: ['workflows', 'models', 'tools', 'memory'],
      workflowBundle: keptBundle({ ...theseSources, make: () => bundleWorkflows(logger) }),
    });
  }
  if (without === 'api') return process.send?.('');
  const temporal = new Client({ connection: await Connection.connect({ address }), dataConverter });
  const app = await openApp({ database, bus, temporal, apiKey });
  const url = await app.listen({ host, port: 0 });
  putMainThreadFirst();
  return process.send?.(url);
}

/** What the process has used until now. */
export type Usage = {
  /** Memory that it holds, in bytes. */
  bytes: number;
  /** Milliseconds of a core's time, in its own code and in the system's. */
  cpuMs: number;
};

function usageNow(): Usage {
  const { user, system } = process.cpuUsage();
  return { bytes: process.memoryUsage().rss, cpuMs: (user + system) / 1000 };
}

process.once('disconnect', () => process.exit());
process.once('message', (options) => void serve(options as AgentsProcess));
