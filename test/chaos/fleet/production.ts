import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { findFreePort } from '../../../bin/start/ports.ts';
import type { Shutdown } from '../../../bin/start/shutdown.ts';
import { cacheFolder } from '../../../bin/temporal/cache.ts';
import { findTemporal } from '../../../bin/temporal/find.ts';
import { startTemporalServer } from '../../../bin/temporal/server.ts';
import { temporalSources } from '../../../bin/temporal/sources/index.ts';
import { createPostgres } from '../../support/postgres-database.ts';
import { startPostgres } from '../../support/postgres.mjs';
import { redisMissing, startRedis } from '../../support/redis.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { networkTarget, plainVariables, settingsFor } from './fleet.ts';
import type { Fleet, Outside, Target } from './fleet.ts';
import { signal, standStill, startProgram } from './processes.ts';
import { untilReady } from './until-ready.ts';

const apiKey = 'the-key-of-the-chaos';
/** How long after its end a process is started again. */
const restartAfterMs = 1_000;

type Options = {
  folder: string;
  outside: Outside;
  say: (line: string) => void;
  cleanup: Shutdown;
};

/**
 * An API and two workers, until the clean-up, with PostgreSQL, Redis and Temporal behind proxies. PostgreSQL is that of `TEST_DATABASE_URL`,
 * Temporal that of `TEMPORAL_ADDRESS`; where they are not set, servers of its own.
 * @throws {Error} where a server is missing; it says which.
 */
export async function startProduction(options: Options): Promise<Fleet> {
  const { folder, outside, cleanup } = options;
  const postgres = await openPostgres(options);
  if (redisMissing) throw new Error(redisMissing);
  const redis = await startRedis();
  cleanup.add(redis.stop);
  const temporal = await openTemporal(options);
  const proxies = {
    postgres: await startTcpProxy(postgres.url),
    redis: await startTcpProxy(redis.url),
    temporal: await startTcpProxy(`http://${temporal.address}`),
  };
  for (const proxy of Object.values(proxies)) cleanup.add(proxy.close);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...plainVariables(),
    ...settingsFor(outside),
    DATABASE_URL: proxies.postgres.through(postgres.url),
    REDIS_URL: proxies.redis.through(redis.url),
    TEMPORAL_ADDRESS: `127.0.0.1:${proxies.temporal.port}`,
    TEMPORAL_NAMESPACE: temporal.namespace,
    BATON_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    BATON_API_KEY: apiKey,
    PORT: String(port),
  };
  const remarks: string[] = [];
  const keep = (name: string, file: string) => {
    const kept = keepProgram(name, [process.execPath, file], { folder, environment, remarks });
    cleanup.add(kept.close);
    return kept;
  };
  // The first one makes the tables.
  const api = keep('api', 'api/server.ts');
  await untilAlive(url);
  const workers = [keep('worker-1', 'workers/main.ts'), keep('worker-2', 'workers/main.ts')];
  return {
    url,
    apiKey,
    remarks,
    logs: [api, ...workers].map(({ log }) => log),
    targets: {
      ...Object.fromEntries([api, ...workers].map(({ name, target }) => [name, target])),
      ...Object.fromEntries(
        Object.entries({ ...proxies, ...outside }).map(([name, proxy]) => [
          name,
          networkTarget(proxy),
        ]),
      ),
    },
    ready: () => untilReady(url),
  };
}

/** Runs a program, and starts it again when it ends. */
function keepProgram(
  name: string,
  command: [string, ...string[]],
  options: { folder: string; environment: Record<string, string>; remarks: string[] },
) {
  const { folder, environment, remarks } = options;
  const log = join(folder, `${name}.log`);
  let isClosing = false;
  let isKilled = false;
  let running = start();

  function start() {
    isKilled = false;
    const started = startProgram(command, { log, environment });
    void startAgain(started.ended);
    return started;
  }

  async function startAgain(ended: Promise<unknown>): Promise<void> {
    await ended;
    if (isClosing) return;
    if (!isKilled) remarks.push(`${name} ended by itself at ${new Date().toISOString()}`);
    await delay(restartAfterMs);
    if (!isClosing) running = start();
  }

  const target: Target = {
    kill() {
      isKilled = true;
      signal(running.pid, 'SIGKILL');
      return () => undefined;
    },
    stop: () => standStill([running.pid]),
  };
  return {
    name,
    log,
    target,
    async close() {
      isClosing = true;
      signal(running.pid, 'SIGKILL');
      await running.ended;
    },
  };
}

async function openPostgres({ say, cleanup }: Options) {
  const server = startPostgres(say);
  if (!server) throw new Error('PostgreSQL is missing: install it, or set TEST_DATABASE_URL.');
  // One that was there before stays.
  cleanup.add(() => (process.env['TEST_DATABASE_URL'] ? undefined : server.stop()));
  const database = await createPostgres(server.url);
  cleanup.add(database.drop);
  return database;
}

/** A namespace of its own. */
async function openTemporal(options: Options): Promise<{ address: string; namespace: string }> {
  const address = process.env['TEMPORAL_ADDRESS'] ?? (await startDevelopmentServer(options));
  const namespace = `chaos-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  try {
    const { workflowService } = connection;
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1d'),
    });
    // A server of several parts takes a while until all of them know it.
    for (;;) {
      const isKnown = await workflowService.listWorkflowExecutions({ namespace }).then(
        () => true,
        () => false,
      );
      if (isKnown) return { address, namespace };
      await delay(200);
    }
  } finally {
    await connection.close();
  }
}

async function startDevelopmentServer({ folder, say, cleanup }: Options): Promise<string> {
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say,
    platform: `${process.platform}-${process.arch}`,
  });
  const port = await findFreePort();
  const server = await startTemporalServer({ binary, folder: join(folder, 'temporal'), port });
  cleanup.add(server.stop);
  return server.address;
}

async function untilAlive(url: string): Promise<void> {
  for (;;) {
    const isAlive = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isAlive) return;
    await delay(100);
  }
}
