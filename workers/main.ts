import { inspect } from 'node:util';
import { Runtime } from '@temporalio/worker';
import { createBus } from '../bus/create-bus.ts';
import { openDatabase } from '../db/open.ts';
import { currentBuild } from './current-build.ts';
import { connectToTemporal, TemporalUnreachable } from './connect-to-temporal.ts';
import { workerEnvironment } from './env.ts';
import { openActivities } from './compose/open-activities.ts';
import { EnvironmentProblem, readEnvironment } from '../contracts/base/read-environment.ts';
import { createDataConverter } from '../keys/data-converter.ts';
import { createRecordSealer } from '../keys/record-sealer.ts';
import { serveMetrics } from './metrics-server.ts';
import { startWorkers } from './start-workers.ts';
import { temporalConnection } from '../keys/temporal-connection.ts';
import { redactCrashes } from '../telemetry/redact-crashes.ts';
import { createRedactor } from '../telemetry/redactor.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { createWorkerLogger } from './worker-logger.ts';
import { exportWorkerMetrics, workerMetricsBuffer } from './worker-metrics.ts';

const redactor = createRedactor(process.env);
redactCrashes(redactor);

/**
 * A worker process of its own: it serves the queues of `BATON_QUEUES` until SIGINT or SIGTERM, and what it measures on
 * `BATON_METRICS_PORT`.
 */
async function main(): Promise<void> {
  const environment = readEnvironment(workerEnvironment, process.env);
  const logger = createWorkerLogger(redactor, (line) => void process.stderr.write(line));
  const buffer = workerMetricsBuffer();
  Runtime.install({ logger, shutdownSignals: [], telemetryOptions: { metrics: { buffer } } });

  const telemetry = await startTelemetry(environment, 'baton-worker');
  const stopMetrics = exportWorkerMetrics(buffer);
  const { BATON_METRICS_HOST: host, BATON_METRICS_PORT: port } = environment;
  let isAtWork = false;
  const { metricsText } = telemetry;
  const metrics = port
    ? await serveMetrics({ host, port, metricsText, isAtWork: () => isAtWork })
    : undefined;
  const connection = await connectToTemporal(temporalConnection(environment));
  const database = await openDatabase({
    url: environment.DATABASE_URL,
    sealer: createRecordSealer(environment.BATON_KEYS),
  });
  const bus = createBus(environment, (error) => logger.warn('background error', { error }));
  const opened = await openActivities({
    environment,
    db: database.db,
    bus,
    keyring: environment.BATON_KEYS,
    log: (event) => logger.info('activity', { ...event }),
    redactor,
  });
  const {
    BATON_QUEUES: queues,
    BATON_BUILD_ID: buildId,
    TEMPORAL_NAMESPACE: namespace,
  } = environment;
  const workers = await startWorkers({
    connection,
    namespace,
    dataConverter: createDataConverter(environment.BATON_KEYS),
    activities: opened.activities,
    modelSlots: environment.BATON_MODEL_SLOTS,
    queues,
    ...(buildId && { buildId }),
  });
  isAtWork = true;
  const { models, notes } = opened;
  logger.info('worker started', { queues, models, ...notes, ...(buildId && { build: buildId }) });
  const looking = new AbortController();
  if (buildId) void tellCurrentBuild(buildId, looking.signal);
  for (const problem of opened.agentProblems) logger.warn('agent', { problem });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => workers.stop());
  try {
    await workers.ended;
  } finally {
    looking.abort();
    await opened.stop();
    await bus.close();
    await database.close();
    await connection.close();
    stopMetrics();
    await metrics?.stop();
    await telemetry.stop();
  }

  /** The first build takes the runs; of a later one, somebody says so. */
  async function tellCurrentBuild(own: string, signal: AbortSignal): Promise<void> {
    const onError = (error: unknown) => logger.warn('current build not known', { error });
    const current = await currentBuild({ connection, namespace, buildId: own, signal, onError });
    logger.info('current build', { build: own, current: current ?? 'none' });
  }
}

try {
  await main();
} catch (error) {
  const isForPeople = error instanceof EnvironmentProblem || error instanceof TemporalUnreachable;
  const text = isForPeople ? error.message : redactor.text(inspect(error));
  console.error(text);
  process.exit(1);
}
