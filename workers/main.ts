import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { createMemoryBus } from '../bus/memory.ts';
import { openDatabase } from '../db/open.ts';
import { workerEnvironment } from './env.ts';
import { openActivities } from './open-activities.ts';
import { EnvironmentProblem, readEnvironment } from '../contracts/read-environment.ts';
import { startWorkers } from './start-workers.ts';
import { temporalConnection } from '../contracts/temporal-connection.ts';

/** A worker process of its own: it serves the queues of `BATON_QUEUES` until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const environment = readEnvironment(workerEnvironment, process.env);
  const logger = new DefaultLogger('INFO');
  Runtime.install({ logger, shutdownSignals: [] });

  const connection = await NativeConnection.connect(temporalConnection(environment));
  const database = await openDatabase({ url: environment.DATABASE_URL });
  const bus = createMemoryBus();
  const opened = await openActivities({
    environment,
    db: database.db,
    bus,
    log: (event) => logger.info('activity', { ...event }),
  });
  const queues = environment.BATON_QUEUES;
  const workers = await startWorkers({
    connection,
    namespace: environment.TEMPORAL_NAMESPACE,
    activities: opened.activities,
    queues,
  });
  logger.info('worker started', { queues, models: opened.models, marketData: opened.marketData });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => workers.stop());
  try {
    await workers.ended;
  } finally {
    await opened.stop();
    await database.close();
    await connection.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof EnvironmentProblem ? error.message : error);
  process.exit(1);
}
