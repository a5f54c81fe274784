import { inspect } from 'node:util';
import { Runtime } from '@temporalio/worker';
import { createBus } from '../bus/create-bus.ts';
import { openDatabase } from '../db/open.ts';
import { PostgresRefuses } from '../db/unusable-postgres.ts';
import type { StartWait } from '../db/until-there.ts';
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

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
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
  let starting: string | undefined = 'starting';
  const { metricsText } = telemetry;
  const metrics = port
    ? await serveMetrics({ host, port, metricsText, starting: () => starting })
    : undefined;
  const stopping = new AbortController();
  for (const signal of stopSignals) process.once(signal, () => stopping.abort());
  const wait: StartWait = {
    onWait({ what, why, pauseMs }) {
      starting = `starting: waiting for ${what}`;
      logger.warn(`waiting for ${what}`, { why, nextTryInMs: pauseMs });
    },
    signal: stopping.signal,
  };
  const connection = await connectToTemporal(temporalConnection(environment), wait);
  const database = await openDatabase({
    url: environment.DATABASE_URL,
    sealer: createRecordSealer(environment.BATON_KEYS),
    wait,
  });
  starting = 'starting';
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
  starting = undefined;
  const { models, notes } = opened;
  logger.info('worker started', { queues, models, ...notes, ...(buildId && { build: buildId }) });
  const looking = new AbortController();
  if (buildId) void tellCurrentBuild(buildId, looking.signal);
  for (const problem of opened.agentProblems) logger.warn('agent', { problem });
  const stop = () => void workers.stop();
  if (stopping.signal.aborted) stop();
  else stopping.signal.addEventListener('abort', stop);
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
  // A signal to stop that came while it waited.
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  const isForPeople =
    error instanceof EnvironmentProblem ||
    error instanceof TemporalUnreachable ||
    error instanceof PostgresRefuses;
  const text = isForPeople ? error.message : redactor.text(inspect(error));
  console.error(text);
  process.exit(1);
}
