import { mkdir } from 'node:fs/promises';
import { NativeConnection } from '@temporalio/worker';
import { taskQueues, type TaskQueue } from '../../contracts/temporal/task-queues.ts';
import { createBus } from '../../bus/create-bus.ts';
import { openDatabase } from '../../db/open.ts';
import { openActivities } from '../../workers/compose/open-activities.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { temporalConnection } from '../../contracts/temporal/temporal-connection.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import { startApi } from './api.ts';
import { findApiKey } from '../api-key.ts';
import type { StartEnvironment } from './env.ts';
import { lockFolder } from './folder-lock.ts';
import { keptBundle, theseSources } from './kept-bundle.ts';
import { requireFreePorts } from './ports.ts';
import type { Shutdown } from './shutdown.ts';
import { summaryLines } from './summary.ts';
import { openTemporal, requireTemporalPorts } from './temporal.ts';
import { prepareWebApp } from './web-app.ts';
import { installWorkerLog } from './worker-log.ts';

/**
 * Starts everything in this process, and adds each part to `shutdown` as soon as it runs.
 * @returns a promise that settles when a part ends that nobody stopped, with what to tell the user.
 */
export async function serve(options: {
  environment: StartEnvironment;
  shutdown: Shutdown;
  say: (line: string) => void;
}): Promise<{ broken: Promise<string> }> {
  const { environment, shutdown, say } = options;
  const { BATON_DATA: folder, TEMPORAL_NAMESPACE: namespace, PORT: port } = environment;
  const started = performance.now();
  await mkdir(folder, { recursive: true });
  shutdown.add(await lockFolder(folder));
  // Before the web app is built and Temporal downloaded, which take a while.
  await requireFreePorts([{ port, use: 'the API', variable: 'PORT' }]);
  await requireTemporalPorts(environment);
  const apiKey = await findApiKey(folder, environment.BATON_API_KEY);
  const redactor = createRedactor(process.env, [apiKey.key]);
  const { file: logFile, logger } = installWorkerLog(folder, redactor);

  // The slow parts do not need each other.
  const workflowBundle = keptBundle({
    ...theseSources,
    make: () => bundleWorkflows(logger),
  });
  const [temporalResult, databaseResult, telemetryResult] = await Promise.allSettled([
    openTemporal(environment, say),
    openRecords(environment),
    startTelemetry(environment, 'baton'),
    workflowBundle,
    prepareWebApp(say),
  ]);
  if (temporalResult.status === 'fulfilled') shutdown.add(temporalResult.value.stop);
  if (databaseResult.status === 'fulfilled') shutdown.add(databaseResult.value.close);
  if (telemetryResult.status === 'fulfilled') shutdown.add(telemetryResult.value.stop);
  const temporal = valueOf(temporalResult);
  const database = valueOf(databaseResult);
  const telemetry = valueOf(telemetryResult);

  const bus = createBus(environment, (error) => logger.warn('background error', { error }));
  shutdown.add(() => bus.close());
  const activities = await openActivities({
    environment,
    db: database.db,
    bus,
    log: (event) => logger.info('activity', { ...event }),
    redactor,
  });
  shutdown.add(activities.stop);
  const connectionOptions = { ...temporalConnection(environment), address: temporal.address };
  const connection = await NativeConnection.connect(connectionOptions);
  shutdown.add(() => connection.close());
  const workers = await startWorkers({
    connection,
    namespace,
    activities: activities.activities,
    modelSlots: environment.BATON_MODEL_SLOTS,
    queues: Object.keys(taskQueues) as TaskQueue[],
    workflowBundle,
  });
  shutdown.add(workers.stop);
  await startApi({
    environment,
    database,
    bus,
    temporalConnection: connectionOptions,
    temporalUiUrl: temporal.uiUrl,
    apiKey: apiKey.key,
    redactor,
    metricsText: telemetry.metricsText,
    shutdown,
  });

  const { models, notes, agentProblems } = activities;
  for (const problem of agentProblems) logger.warn('agent', { problem });
  const readyMs = performance.now() - started;
  for (const line of summaryLines({
    environment,
    apiKey,
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
    broken: Promise.race([
      temporal.ended.then(() => `The Temporal server stopped. Its log is in ${folder}`),
      workers.ended.then(
        () => 'The workers stopped',
        (error: unknown) => `A worker failed: ${String(error)}. The log is ${logFile}`,
      ),
    ]),
  };
}

function openRecords({ DATABASE_URL: url, BATON_DATA: dataFolder }: StartEnvironment) {
  return openDatabase({ ...(url && { url }), dataFolder });
}

function valueOf<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
