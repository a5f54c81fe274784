import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { expect, vi } from 'vitest';
import { findFreePort } from '../../bin/start/ports.ts';
import { testKeys } from './keys.ts';
import { createPostgres } from './postgres-database.ts';
import { startPostgres } from './postgres.mjs';
import { redisMissing, startRedis } from './redis.ts';
import { temporalServer } from './temporal.ts';

const patiently = { timeout: 60_000, interval: 50 };
const apiKey = 'a-key-for-tests-only';
const postgresServer = redisMissing ? undefined : startPostgres(console.log);

/** Why there is nothing to run on; empty where there is. */
export const productionMissing =
  redisMissing || (postgresServer ? '' : 'PostgreSQL cannot be started here: skipped');

/**
 * PostgreSQL, Redis and a namespace of Temporal for processes of an API and of workers.
 * @param environment of the workers, beside where things are.
 */
export async function openProduction(environment: Record<string, string>) {
  if (!postgresServer) throw new Error(productionMissing);
  const postgres = await createPostgres(postgresServer.url);
  const redis = await startRedis();
  const address = temporalServer();
  const namespace = `production-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1d'),
  });
  await connection.close();
  const running = new Set<ChildProcess>();
  const variables = {
    PATH: process.env['PATH'],
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    BATON_KEYS: testKeys,
  };

  /** Starts a process, and gives it with the way to kill it as a power cut would. */
  function start(file: string, more: Record<string, string>) {
    const child = spawn(process.execPath, [file], {
      env: { ...variables, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.add(child);
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    return {
      said: () => said,
      async kill(): Promise<void> {
        running.delete(child);
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      },
    };
  }

  return {
    async startWorker() {
      const worker = start('workers/main.ts', environment);
      await vi.waitFor(() => expect(worker.said()).toContain('worker started'), patiently);
      return worker;
    },

    async startApi(port?: number) {
      const chosen = port ?? (await findFreePort());
      const api = start('api/server.ts', { BATON_API_KEY: apiKey, PORT: String(chosen) });
      const url = `http://127.0.0.1:${chosen}`;
      await vi.waitFor(async () => {
        const { status } = await fetch(`${url}/health`);
        expect(status, api.said()).toBe(200);
      }, patiently);
      return {
        ...api,
        url,
        async ask(method: string, path: string, body?: object, headers = {}) {
          const response = await fetch(url + path, {
            method,
            headers: {
              authorization: `Bearer ${apiKey}`,
              ...(body && { 'content-type': 'application/json' }),
              ...headers,
            },
            ...(body && { body: JSON.stringify(body) }),
          });
          const answer: any = await response.json();
          return { status: response.status, body: answer };
        },
      };
    },

    async close(): Promise<void> {
      for (const child of running) child.kill('SIGKILL');
      await redis.stop();
      await postgres.drop();
      if (!process.env['TEST_DATABASE_URL']) postgresServer.stop();
    },
  };
}

export type Production = Awaited<ReturnType<typeof openProduction>>;
