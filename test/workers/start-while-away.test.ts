import { spawn } from 'node:child_process';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../bin/start/ports.ts';
import { testKeys } from '../support/keys.ts';
import { createPostgres } from '../support/postgres-database.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { temporalServer } from '../support/temporal.ts';

const { TEST_DATABASE_URL: server = '' } = process.env;
const patiently = { timeout: 60_000, interval: 50 };

/** A process of Baton, which is told where the database is; it ends with the test. */
async function startProcess(file: string, databaseUrl: string) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalServer(),
      BATON_KEYS: testKeys,
      BATON_API_KEY: 'a-key-for-tests-only',
      BATON_METRICS_PORT: String(file.startsWith('workers') ? port : await findFreePort()),
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return {
    said: () => said,
    stop: () => child.kill('SIGTERM'),
    ended: new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code))),
    async ask(path: string) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      return { status: response?.status, text: await response?.text() };
    },
  };
}

async function databaseThatIsAway() {
  const { url, drop } = await createPostgres(server, inject('databaseTemplate').name);
  const proxy = await startTcpProxy(url);
  onTestFinished(async () => {
    await proxy.close();
    await drop();
  });
  await proxy.refuse();
  return { proxy, url: proxy.through(url), place: `the database at 127.0.0.1:${proxy.port}` };
}

describe.skipIf(!server)('while PostgreSQL is away', () => {
  it('a worker that starts waits for it, says so, and continues', async () => {
    const { proxy, url, place } = await databaseThatIsAway();
    const worker = await startProcess('workers/main.ts', url);
    const waits = { status: 503, text: `starting: waiting for ${place}\n` };
    await expect.poll(() => worker.ask('/health'), patiently).toEqual(waits);
    expect(worker.said()).toContain(`waiting for ${place}`);
    await proxy.pass();
    await expect
      .poll(() => worker.ask('/health'), patiently)
      .toEqual({ status: 200, text: 'alive\n' });
  }, 120_000);

  it('an API that starts is not ready, answers with what it waits for, and continues', async () => {
    const { proxy, url, place } = await databaseThatIsAway();
    const api = await startProcess('api/server.ts', url);
    await expect
      .poll(() => api.ask('/ready'), patiently)
      .toEqual({ status: 503, text: '{"ready":false}' });
    expect((await api.ask('/api/v1/runs')).text).toContain(`waits for ${place}`);
    await proxy.pass();
    await expect.poll(async () => (await api.ask('/health')).status, patiently).toBe(200);
  }, 120_000);

  it.each(['workers/main.ts', 'api/server.ts'])(
    '%s can be stopped',
    async (file) => {
      const { url, place } = await databaseThatIsAway();
      const waiting = await startProcess(file, url);
      await expect.poll(waiting.said, patiently).toContain(place);
      waiting.stop();
      expect(await waiting.ended).toBe(0);
    },
    120_000,
  );

  it.each(['workers/main.ts', 'api/server.ts'])(
    '%s does not wait for a database that does not exist',
    async (file) => {
      const url = new URL(server);
      url.pathname = '/nowhere';
      const started = await startProcess(file, url.href);
      expect(await started.ended).toBe(1);
      expect(started.said()).toMatch(/it has no database nowhere\. Create it .* DATABASE_URL\.\n$/);
    },
    120_000,
  );
});
