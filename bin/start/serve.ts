import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { oidcSettingsOf } from '../../api/oidc/env.ts';
import { openDatabase } from '../../db/open.ts';
import type { StartWait } from '../../db/until-there.ts';
import { openKeyFile } from '../../keys/key-file.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { createRecordSealer } from '../../keys/record-sealer.ts';
import { redactCrashes } from '../../telemetry/redact-crashes.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { isWebAppCurrent } from '../../web/build/build.ts';
import { findApiKey } from '../api-key.ts';
import { requireRestored } from '../backup/archive.ts';
import type { StartEnvironment } from './env.ts';
import { isBuilt } from '../built.ts';
import { lockFolder } from '../folder-lock.ts';
import { openPrivateFolder } from './private-folder.ts';
import { requireFreePorts } from './ports.ts';
import { noteRestarts, restartedVariable } from './restarts.ts';
import type { Shutdown } from './shutdown.ts';
import { openTemporal, requireTemporalPorts } from './temporal.ts';

const buildProgram = fileURLToPath(new URL('../../web/build/main.ts', import.meta.url));
/** Of what a build that failed has said, the part that is shown. */
const shownCharacters = 2_000;

/**
 * Builds the web app where it is missing or its sources have changed. One that cannot be built keeps nothing
 * else from running: it is told of.
 */
async function prepareWebApp(say: (line: string) => void): Promise<void> {
  if (isBuilt || (await isWebAppCurrent())) return;
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

/** Why Baton ends though nobody stopped it. */
type Broken = {
  /** What to tell the user. */
  problem: string;
  /** Whether another start may go better. */
  canRestart: boolean;
};

/**
 * Starts everything in this process, and adds each part to `shutdown` as soon as it runs.
 * @returns a promise that settles when a part ends that nobody stopped.
 */
export async function serve(options: {
  environment: StartEnvironment;
  shutdown: Shutdown;
  say: (line: string) => void;
  /** Whether the time of workflows can be made to jump, for tests of pipelines. */
  skipsTime?: boolean | undefined;
}): Promise<{ broken: Promise<Broken> }> {
  const { environment, shutdown, say, skipsTime = false } = options;
  const { BATON_DATA: folder, PORT: port } = environment;
  const started = performance.now();
  const oidc = oidcSettingsOf(environment);
  // What is made from now on is for its owner alone too.
  process.umask(0o077);
  await openPrivateFolder(folder);
  const lost = Promise.withResolvers<string>();
  const onLost = () =>
    lost.resolve(`Another Baton took over ${folder} because this one did not respond.`);
  shutdown.add(await lockFolder(folder, { say, onLost }));
  await requireRestored(folder);
  // Before the web app is built and Temporal downloaded, which take a while.
  await requireFreePorts([{ port, use: 'the API', variable: 'PORT' }]);
  await requireTemporalPorts(environment);
  const apiKey = await findApiKey(folder, environment.BATON_API_KEY);
  const keyring = environment.BATON_KEYS ?? (await openKeyFile(folder));
  const redactor = createRedactor(process.env, [apiKey.key, ...keyring.secrets]);
  redactCrashes(redactor);
  const restarts = noteRestarts(process.env[restartedVariable]);
  const onTemporalRestart = (reason: string, waitMs: number) => {
    restarts.note('temporal', reason);
    say(`The Temporal server stopped. It restarts in ${waitMs / 1_000} s. ${reason}`);
  };

  const stopping = new AbortController();
  shutdown.add(() => stopping.abort());
  const wait: StartWait = {
    onWait: ({ what, why, pauseMs }) =>
      say(redactor.text(`Waiting for ${what} (${why}). Next try in ${pauseMs / 1_000} s`)),
    signal: stopping.signal,
  };

  // The slow parts do not need each other. Most of the code is loaded meanwhile.
  const [temporalResult, databaseResult, partsResult] = await Promise.allSettled([
    openTemporal(environment, { say, onRestart: onTemporalRestart }),
    openRecords(environment, { keyring, wait }),
    loadParts(folder, redactor, skipsTime),
    prepareWebApp(say),
  ]);
  if (temporalResult.status === 'fulfilled') shutdown.add(temporalResult.value.stop);
  if (databaseResult.status === 'fulfilled') shutdown.add(databaseResult.value.close);
  const temporal = valueOf(temporalResult);
  const database = valueOf(databaseResult);
  const { startParts, prepared } = valueOf(partsResult);
  // A new PGlite gives its files modes of its own.
  await openPrivateFolder(folder);

  const { ended } = await startParts({
    environment,
    prepared,
    temporal,
    database,
    apiKey,
    keyring,
    oidc,
    redactor,
    wait,
    restarts: restarts.list,
    started,
    shutdown,
    say,
  });
  return {
    broken: Promise.race([
      lost.promise.then((problem) => ({ problem, canRestart: false })),
      ended.then((problem) => ({ problem, canRestart: true })),
    ]),
  };
}

async function loadParts(folder: string, redactor: Redactor, skipsTime: boolean) {
  const { prepareParts, startParts } = await import('./parts.ts');
  return { startParts, prepared: await prepareParts(folder, redactor, skipsTime) };
}

function openRecords(
  { DATABASE_URL: url, BATON_DATA: dataFolder }: StartEnvironment,
  { keyring, wait }: { keyring: Keyring; wait: StartWait },
) {
  const sealer = createRecordSealer(keyring);
  return openDatabase({ ...(url && { url }), dataFolder, sealer, wait });
}

function valueOf<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
