import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';
import type { DefaultLogger, MetricsBuffer } from '@temporalio/worker';
import type { OidcSettings } from '../../api/oidc/env.ts';
import type { Restart } from '../../contracts/api/index.ts';
import { createBus } from '../../bus/create-bus.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { TaskQueue } from '../../contracts/temporal/task-queues.ts';
import type { OpenDatabase } from '../../db/open.ts';
import type { StartWait } from '../../db/until-there.ts';
import { sessionRepository } from '../../db/repositories/access/sessions.ts';
import { createDataConverter } from '../../keys/data-converter.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { temporalConnection } from '../../keys/temporal-connection.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import { openActivities } from '../../workers/compose/open-activities.ts';
import { connectToTemporal } from '../../workers/connect-to-temporal.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { exportWorkerMetrics, workerMetricsBuffer } from '../../workers/worker-metrics.ts';
import { createWorkerLogger } from '../../workers/worker-logger.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import type { ApiKey } from '../api-key.ts';
import { openLog } from '../log-file.ts';
import { startApi } from './api.ts';
import { checkOpenRuns } from './check-open-runs.ts';
import type { StartEnvironment } from './env.ts';
import { keptBundle, testingSources, theseSources } from './kept-bundle.ts';
import type { Shutdown } from './shutdown.ts';
import { summaryLines } from './summary.ts';
import type { Temporal } from './temporal.ts';
import { putMainThreadFirst } from './thread-priorities.ts';

/** How long the printed link can be used. */
const signInMs = 60 * 60 * 1_000;

/** What can be made before Temporal and the database are there: the log of the workers, and the workflows' bundle. */
export async function prepareParts(folder: string, redactor: Redactor, skipsTime: boolean) {
  const log = installWorkerLog(folder, redactor);
  const bundle = await keptBundle({
    ...(skipsTime ? testingSources : theseSources),
    make: () => bundleWorkflows(log.logger, undefined, { skipsTime }),
  });
  return { ...log, bundle };
}

/**
 * Starts what runs in this process, the activities, the workers and the API, and tells the user how to use it. Its code
 * is most of Baton's, so that whoever starts other things too imports this file meanwhile.
 * @param options.started when the start began, as `performance.now()` gives it.
 * @returns a promise that settles when the workers end that nobody stopped, with what to tell the user.
 */
export async function startParts(options: {
  environment: StartEnvironment;
  prepared: Awaited<ReturnType<typeof prepareParts>>;
  temporal: Temporal;
  database: OpenDatabase;
  apiKey: ApiKey;
  keyring: Keyring;
  oidc: OidcSettings | undefined;
  redactor: Redactor;
  /** How it waits for a Temporal server that is away. */
  wait: StartWait;
  restarts: () => Restart[];
  started: number;
  shutdown: Shutdown;
  say: (line: string) => void;
}): Promise<{ ended: Promise<string> }> {
  const { environment, temporal, database, apiKey, keyring, oidc, redactor } = options;
  const { started, shutdown, say } = options;
  const { BATON_DATA: folder, TEMPORAL_NAMESPACE: namespace } = environment;
  const dataConverter = createDataConverter(keyring);
  const { file: logFile, logger, buffer, bundle } = options.prepared;
  const telemetry = await startTelemetry(environment, 'baton');
  shutdown.add(telemetry.stop);
  shutdown.add(exportWorkerMetrics(buffer));

  const bus = createBus(environment, (error) => logger.warn('background error', { error }));
  shutdown.add(() => bus.close());
  const activities = await openActivities({
    environment: {
      ...environment,
      BATON_PUBLIC_URL: environment.BATON_PUBLIC_URL ?? `http://127.0.0.1:${environment.PORT}`,
    },
    db: database.db,
    bus,
    keyring,
    log: (event) => logger.info('activity', { ...event }),
    redactor,
  });
  shutdown.add(activities.stop);
  // A server of our own speaks no TLS.
  const connectionOptions = environment.TEMPORAL_ADDRESS
    ? temporalConnection(environment)
    : { address: temporal.address };
  const connection = await connectToTemporal(connectionOptions, options.wait);
  shutdown.add(() => connection.close());
  const workers = startWorkers({
    connection,
    namespace,
    dataConverter,
    activities: activities.activities,
    modelSlots: environment.BATON_MODEL_SLOTS,
    queues: Object.keys(taskQueues) as TaskQueue[],
    workflowBundle: Promise.resolve(bundle),
  });
  shutdown.add(async () => (await workers.catch(() => undefined))?.stop());
  const api = startApi({
    environment,
    database,
    bus,
    keyring,
    temporalConnection: connectionOptions,
    dataConverter,
    temporal,
    apiKey: apiKey.key,
    oidc,
    redactor,
    metricsText: telemetry.metricsText,
    restarts: options.restarts,
    shutdown,
  });
  const [{ ended }] = await Promise.all([workers, api]);

  const { models, notes, agentProblems } = activities;
  for (const problem of agentProblems) logger.warn('agent', { problem });
  const signInCode = await sessionRepository(database.db).createCode({
    user: usualUser,
    createdBy: 'npm start',
    expiresAt: new Date(Date.now() + signInMs),
  });
  void checkOpenRuns({
    folder,
    workflowBundle: bundle,
    connection: connectionOptions,
    namespace,
    dataConverter,
  }).then(
    (problem) => problem && say(problem),
    (error: unknown) => logger.warn('open runs not checked', { error }),
  );
  putMainThreadFirst();
  const readyMs = performance.now() - started;
  for (const line of summaryLines({
    environment,
    apiKey,
    signInCode,
    temporalUiUrl: temporal.uiUrl,
    models,
    notes,
    agentProblems,
    databaseName: database.name,
    readyMs,
  })) {
    say(line);
  }
  return {
    ended: ended.then(
      () => 'The workers stopped',
      (error: unknown) => `A worker failed: ${String(error)}. The log is ${logFile}`,
    ),
  };
}

/**
 * Sends what the workers have to say to a file, so that the terminal stays calm, and leaves signals to us.
 * To be called before anything else of the SDK's worker.
 * @returns the file, the logger, and what the workers measure.
 */
function installWorkerLog(
  dataFolder: string,
  redactor: Redactor,
): { file: string; logger: DefaultLogger; buffer: MetricsBuffer } {
  const file = join(dataFolder, 'worker.log');
  const log = openLog(file);
  const logger = createWorkerLogger(redactor, (line) => log.write(line));
  const buffer = workerMetricsBuffer();
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      metrics: { buffer },
    },
  });
  return { file, logger, buffer };
}
