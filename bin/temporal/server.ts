import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { domains } from '../../contracts/domains.ts';
import {
  moreSearchAttributes,
  searchAttributes,
} from '../../contracts/temporal/search-attributes.ts';
import { codecPath, temporalUiPath } from '../../contracts/temporal/temporal-ui.ts';
import { rotateLog } from '../log-file.ts';
import { startGuarded, waitForEnd } from './guard.ts';
import { requireUsableState } from './state-file.ts';

/**
 * How Baton's own development server differs from Temporal's defaults.
 * Write-ahead logging makes a file as fast as memory. The processors of the server's one history shard
 * are polled 20 times a second by default, so that after a burst each step waits up to 50 ms. The next
 * two let a cancel reach a running activity at once. Within one priority users take turns, and with one
 * partition a queue's order is exact. Schedules start 30 workflows a second by default: more can be due in one.
 * The server cannot do without its HTTP API, which asks nobody who they are: it answers to a name that does not
 * exist, and so to no page in a browser.
 */
export const serverSettings = {
  sqlitePragmas: { journal_mode: 'wal', synchronous: 'normal' },
  dynamicConfig: {
    'history.transferProcessorMaxPollRPS': 400,
    'history.timerProcessorMaxPollRPS': 400,
    'history.visibilityProcessorMaxPollRPS': 400,
    'system.enableCancelActivityWorkerCommand': true,
    'frontend.WorkerCommandsEnabled': true,
    'matching.enableFairness': true,
    'matching.numTaskqueueReadPartitions': 1,
    'matching.numTaskqueueWritePartitions': 1,
    'worker.schedulerNamespaceStartWorkflowRPS': 1_000,
    'frontend.httpAllowedHosts': ['closed.invalid'],
  },
} satisfies ServerSettings;

export type ServerSettings = {
  sqlitePragmas: Record<string, string>;
  /** Values are JSON. */
  dynamicConfig: Record<string, number | boolean | string | string[]>;
};

/** The arguments of `temporal server start-dev` that make these settings. */
export function settingsArguments(settings: ServerSettings, toFile: boolean): string[] {
  const pragmas = toFile ? Object.entries(settings.sqlitePragmas) : [];
  return [
    ...pragmas.flatMap(([name, value]) => ['--sqlite-pragma', `${name}=${value}`]),
    ...Object.entries(settings.dynamicConfig).flatMap(([name, value]) => [
      '--dynamic-config-value',
      `${name}=${JSON.stringify(value)}`,
    ]),
  ];
}

/** The UI is served through Baton, and decodes there. */
const uiArguments = ['--ui-public-path', temporalUiPath, '--ui-codec-endpoint', codecPath];

export type TemporalServer = {
  /** `127.0.0.1:7233` */
  address: string;
  /** Settles when the server ended, whoever ended it. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
};

/** In a data folder. */
export const temporalFiles = {
  database: 'temporal.db',
  log: 'temporal.log',
  record: 'temporal.pid',
};
const attributes = [
  ...Object.values(searchAttributes),
  ...domains.flatMap((domain) => domain.searchAttributes),
  ...Object.values(moreSearchAttributes),
];
const limitsMs = { start: 20_000, previous: 5_000 };

/**
 * Starts Temporal's development server and waits until it answers. It ends with this process.
 * @param options.folder holds its log and its process group, and its database unless `inMemory`.
 * @throws {Error} when it ends before it answers; the message names its log.
 */
export async function startTemporalServer(options: {
  binary: string;
  folder: string;
  port: number;
  /** Where its UI listens; left out, there is none. */
  ui?: { host: string; port: number };
  /** Of Temporal's HTTP API; left out, a free one. */
  httpPort?: number;
  inMemory?: boolean;
  /** Made when it is not there. @default 'default' */
  namespace?: string;
  /** @default serverSettings */
  settings?: ServerSettings;
  /** Is told what was found in its database that does no harm. */
  onNotice?: (notice: string) => void;
}): Promise<TemporalServer> {
  const { binary, folder, port, ui, httpPort } = options;
  const { inMemory = false, namespace = 'default', settings = serverSettings } = options;
  await mkdir(folder, { recursive: true });
  const database = join(folder, temporalFiles.database);
  const notice = inMemory ? undefined : await requireUsableState(database);
  if (notice !== undefined) options.onNotice?.(notice);
  const log = join(folder, temporalFiles.log);
  rotateLog(log);
  const output = openSync(log, 'a');
  const server = await startGuarded(
    [
      binary,
      ...'server start-dev --ip 127.0.0.1 --log-level error'.split(' '),
      '--port',
      String(port),
      '--namespace',
      namespace,
      ...(ui ? [...uiArguments, '--ui-ip', ui.host, '--ui-port', String(ui.port)] : ['--headless']),
      ...(httpPort ? ['--http-port', String(httpPort)] : []),
      ...(inMemory ? [] : ['--db-filename', database]),
      ...settingsArguments(settings, !inMemory),
      ...attributes.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ],
    { output, record: join(folder, temporalFiles.record) },
  ).finally(() => closeSync(output));

  const early = server.ended.then(() => {
    throw new Error(`The Temporal server stopped before it responded. Its log is ${log}`);
  });
  try {
    await Promise.race([untilItAnswers(port, namespace, log), early]);
  } catch (error) {
    await server.stop();
    if (!inMemory) await requireUsableState(database, { whole: true });
    throw error;
  }
  return { address: `127.0.0.1:${port}`, ended: server.ended, stop: server.stop };
}

async function untilItAnswers(port: number, namespace: string, log: string): Promise<void> {
  const deadline = Date.now() + limitsMs.start;
  for (;;) {
    try {
      // A gRPC client waits a second after a refused connection: it is asked when the port is open.
      await connectOnce(port);
      return await describeNamespace(port, namespace);
    } catch (error) {
      if (Date.now() > deadline) {
        throw new Error(`The Temporal server does not respond. Its log is ${log}`, {
          cause: error,
        });
      }
      await delay(30);
    }
  }
}

function connectOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}

async function describeNamespace(port: number, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address: `127.0.0.1:${port}` });
  try {
    await connection.workflowService.describeNamespace({ namespace });
  } finally {
    await connection.close();
  }
}

/** Waits, for some seconds at most, until the server of a process that was killed has ended too. */
export function waitForPreviousServer(folder: string): Promise<void> {
  return waitForEnd(join(folder, temporalFiles.record), limitsMs.previous);
}
