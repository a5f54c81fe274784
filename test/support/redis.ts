import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { findFreePort } from '../../bin/start/ports.ts';

const { TEST_REDIS_URL: givenUrl } = process.env;
const program = 'redis-server';
const isInstalled = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Whether {@link startRedis} can start servers of its own, which alone may be stopped and started again. */
export const ownRedis = isInstalled;

/** For `describe.skipIf`: why there is no Redis to test on; empty where there is one. */
export const redisMissing =
  givenUrl || isInstalled
    ? ''
    : 'redis-server is not on PATH and TEST_REDIS_URL is not set: skipped';

export type TestRedis = {
  url: string;
  stop(): Promise<void>;
  /** Keeps it from answering, with its connections open, until it is let go on; only for one of our own. */
  hang(): void;
  goOn(): void;
};

/**
 * A Redis for tests: one of its own on a loopback port, without persistence, else that of `TEST_REDIS_URL`.
 * @param options.port to start again where a server was stopped; a free one by default.
 */
export async function startRedis(options: { port?: number } = {}): Promise<TestRedis> {
  if (!isInstalled) {
    return { url: givenUrl ?? '', stop: async () => {}, hang: () => {}, goOn: () => {} };
  }
  const port = options.port ?? (await findFreePort());
  const flags = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
  const server = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stopWithUs = () => void server.kill('SIGKILL');
  process.once('exit', stopWithUs);
  const url = `redis://127.0.0.1:${port}`;
  await answering(url, server);
  return {
    url,
    hang: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    async stop() {
      process.off('exit', stopWithUs);
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  redis.on('error', () => {});
  const early = once(server, 'exit').then(() => {
    throw new Error(`redis-server for ${url} ended at its start`);
  });
  await Promise.race([redis.ping(), early]).finally(() => redis.disconnect());
}
