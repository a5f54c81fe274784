import { Runtime } from '@temporalio/worker';
import { oidcSettingsOf } from '../../api/oidc/env.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { TaskQueue } from '../../contracts/temporal/task-queues.ts';
import { createBus } from '../../bus/create-bus.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import { sessionRepository } from '../../db/repositories/access/sessions.ts';
import { openDatabase } from '../../db/open.ts';
import { openActivities } from '../../workers/compose/open-activities.ts';
import { connectToTemporal } from '../../workers/connect-to-temporal.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { temporalConnection } from '../../keys/temporal-connection.ts';
import { createDataConverter } from '../../keys/data-converter.ts';
import { openKeyFile } from '../../keys/key-file.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { createRecordSealer } from '../../keys/record-sealer.ts';
import { redactCrashes } from '../../telemetry/redact-crashes.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import { startApi } from './api.ts';
import { findApiKey } from '../api-key.ts';
import { requireRestored } from '../backup/archive.ts';
import type { StartEnvironment } from './env.ts';
import { lockFolder } from '../folder-lock.ts';
import { keptBundle, theseSources } from './kept-bundle.ts';
import { openPrivateFolder } from './private-folder.ts';
import { requireFreePorts } from './ports.ts';
import type { Shutdown } from './shutdown.ts';
import { summaryLines } from './summary.ts';
import { openTemporal, requireTemporalPorts } from './temporal.ts';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { DefaultLogger } from '@temporalio/worker';
import type { Redactor } from '../../telemetry/redactor.ts';
import { createWorkerLogger } from '../../workers/worker-logger.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isWebAppCurrent } from '../../web/build/build.ts';

/** How long the printed link can be used. */
const signInMs = 60 * 60 * 1_000;
const buildProgram = fileURLToPath(new URL('../../web/build/main.ts', import.meta.url));
/** Of what a build that failed has said, the part that is shown. */
const shownCharacters = 2_000;

/**
 * Builds the web app where it is missing or its sources have changed. One that cannot be built keeps nothing
 * else from running: it is told of.
 */
async function prepareWebApp(say: (line: string) => void): Promise<void> {
  if (await isWebAppCurrent()) return;
  say('Building the web app (once, takes a few seconds) …');
  const problem = await build();
  if (problem === undefined) return;
  say(
    `The web app could not be built. The API and the workers run without it.\n${problem.slice(-shownCharacters)}`,
  );
}

/** In a process of its own, since it takes all of a core. @returns what went wrong. */
async function build(): Promise<string | undefined> {
  const child = spawn(process.execPath, [buildProgram], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const code = await ended.catch((error: Error) => error.message);
  return code === 0 ? undefined : said.trim() || `The build exited with code ${code}.`;
}

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
  const oidc = oidcSettingsOf(environment);
  // What is made from now on is for its owner alone too.
  process.umask(0o077);
  await openPrivateFolder(folder);
  const lost = Promise.withResolvers<string>();
  const onLost = () =>
    lost.resolve(`Another Baton has taken ${folder}, since it heard nothing of this one.`);
  shutdown.add(await lockFolder(folder, { say, onLost }));
  await requireRestored(folder);
  // Before the web app is built and Temporal downloaded, which take a while.
  await requireFreePorts([{ port, use: 'the API', variable: 'PORT' }]);
  await requireTemporalPorts(environment);
  const apiKey = await findApiKey(folder, environment.BATON_API_KEY);
  const keyring = environment.BATON_KEYS ?? (await openKeyFile(folder));
  const dataConverter = createDataConverter(keyring);
  const redactor = createRedactor(process.env, [apiKey.key, ...keyring.secrets]);
  redactCrashes(redactor);
  const { file: logFile, logger } = installWorkerLog(folder, redactor);

  // The slow parts do not need each other.
  const workflowBundle = keptBundle({
    ...theseSources,
    make: () => bundleWorkflows(logger),
  });
  const [temporalResult, databaseResult, telemetryResult] = await Promise.allSettled([
    openTemporal(environment, say),
    openRecords(environment, keyring),
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
  // A new PGlite gives its files modes of its own.
  await openPrivateFolder(folder);

  const bus = createBus(environment, (error) => logger.warn('background error', { error }));
  shutdown.add(() => bus.close());
  const activities = await openActivities({
    environment,
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
  const connection = await connectToTemporal(connectionOptions);
  shutdown.add(() => connection.close());
  const workers = await startWorkers({
    connection,
    namespace,
    dataConverter,
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
    keyring,
    temporalConnection: connectionOptions,
    dataConverter,
    temporal,
    apiKey: apiKey.key,
    oidc,
    redactor,
    metricsText: telemetry.metricsText,
    shutdown,
  });

  const { models, notes, agentProblems } = activities;
  for (const problem of agentProblems) logger.warn('agent', { problem });
  const signInCode = await sessionRepository(database.db).createCode({
    user: usualUser,
    createdBy: 'npm start',
    expiresAt: new Date(Date.now() + signInMs),
  });
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
    broken: Promise.race([
      lost.promise,
      temporal.ended.then(() => `The Temporal server stopped. Its log is in ${folder}`),
      workers.ended.then(
        () => 'The workers stopped',
        (error: unknown) => `A worker failed: ${String(error)}. The log is ${logFile}`,
      ),
    ]),
  };
}

function openRecords(
  { DATABASE_URL: url, BATON_DATA: dataFolder }: StartEnvironment,
  keyring: Keyring,
) {
  return openDatabase({ ...(url && { url }), dataFolder, sealer: createRecordSealer(keyring) });
}

function valueOf<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/**
 * Sends what the workers have to say to a file, so that the terminal stays calm, and leaves signals to us.
 * To be called before anything else of the SDK's worker.
 * @returns the file and the logger.
 */
function installWorkerLog(
  dataFolder: string,
  redactor: Redactor,
): { file: string; logger: DefaultLogger } {
  const file = join(dataFolder, 'worker.log');
  const stream = createWriteStream(file, { flags: 'a' });
  const logger = createWorkerLogger(redactor, (line) => void stream.write(line));
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
  return { file, logger };
}
