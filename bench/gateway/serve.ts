import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { dataConverter } from '../support/data-converter.ts';
import { buildApp } from '../../api/app.ts';
import type { TemporalClient } from '../../api/temporal/index.ts';
import type { Activities } from '../../contracts/activities/index.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { logger } from '../support/logger.ts';
import { openProcess } from '../support/open-process.ts';
import { runInProcess } from './in-process.ts';
import type { GatewayProcess } from './start-processes.ts';
import { keyring } from '../support/keyring.ts';

/** A gateway with its worker as a process of its own, as `npm start` has them; it tells its parent its address. */
async function serve({ environment, temporalAddress, apiKey }: GatewayProcess): Promise<void> {
  const { database, bus, activities } = await openProcess(environment);
  const app = await buildApp({
    database,
    bus,
    keyring,
    temporal: temporalAddress
      ? await throughTemporal(temporalAddress, activities)
      : runInProcess(activities),
    apiKey,
    host: '127.0.0.1',
    port: 0,
    logger: false,
  });
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
}

async function throughTemporal(address: string, activities: Activities): Promise<TemporalClient> {
  Runtime.install({ logger, shutdownSignals: [] });
  await startWorkers({
    connection: await NativeConnection.connect({ address }),
    namespace: 'default',
    dataConverter,
    activities,
    queues: ['models'],
  });
  return new Client({ connection: await Connection.connect({ address }), dataConverter });
}

process.once('message', (options) => void serve(options as GatewayProcess));
