import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../bin/start/ports.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { openDatabase } from '../../../db/open.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { modelCalls } from '../../../db/schema/index.ts';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { testKeys } from '../../support/keys.ts';
import { createPostgres } from '../../support/postgres-database.ts';
import { apiKey, openNamespace, providersAt, startWorker } from './support/gateway.ts';
import type { Namespace } from './support/gateway.ts';
import { startUpstream } from './support/upstream.ts';
import type { Upstream } from './support/upstream.ts';
import { testSealer } from '../../support/keyring.ts';

const { TEST_DATABASE_URL: serverUrl } = process.env;
if (!serverUrl)
  console.log('TEST_DATABASE_URL is not set: no API process is killed in these tests.');

describe.runIf(serverUrl)('when the API process is killed in the middle of a call', () => {
  let upstream: Upstream;
  let namespace: Namespace;
  let postgres: Awaited<ReturnType<typeof createPostgres>>;
  let database: OpenDatabase;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let api: ChildProcess | undefined;

  beforeAll(async () => {
    upstream = await startUpstream();
    namespace = await openNamespace();
    postgres = await createPostgres(serverUrl ?? '');
    database = await openDatabase({ url: postgres.url, sealer: testSealer });
    const environment = providersAt(upstream.url);
    worker = await startWorker(namespace, { database, bus: createMemoryBus(), environment });
  });
  afterAll(async () => {
    await kill();
    await worker?.stop();
    await database?.close();
    await postgres?.drop();
    await namespace?.close();
    await upstream.close();
  });

  async function kill(): Promise<void> {
    if (!api || api.exitCode !== null || api.signalCode !== null) return;
    const ended = new Promise((resolve) => api?.once('exit', resolve));
    api.kill('SIGKILL');
    await ended;
  }

  /** Starts `api/server.ts` as a process of its own; gives the address of its gateway. */
  async function startApi(): Promise<string> {
    const port = await findFreePort();
    api = spawn(process.execPath, ['api/server.ts'], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: postgres.url,
        TEMPORAL_ADDRESS: namespace.address,
        TEMPORAL_NAMESPACE: namespace.namespace,
        BATON_API_KEY: apiKey,
        BATON_KEYS: testKeys,
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const url = `http://127.0.0.1:${port}`;
    const status = () =>
      fetch(`${url}/health`).then(
        (response) => response.status,
        () => 0,
      );
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
    return `${url}/v1/chat/completions`;
  }

  const ask = (url: string, key: string, stream: boolean) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        model: 'openai/gpt-5.2',
        messages: [{ role: 'user', content: 'Well?' }],
        stream,
      }),
    });

  it.each([
    ['while the call goes on', 'running', false],
    ['when the call has ended meanwhile', 'ended', false],
    ['and the answer is wanted as a stream', 'streamed', true],
  ])(
    'asking again with the same key pays once, %s',
    async (_name, key, stream) => {
      const rest = Promise.withResolvers<string>();
      upstream.script(({ body }) => ({
        events: body.stream ? ': wait\n\n' : ' ',
        rest: rest.promise,
      }));
      const finish = () =>
        rest.resolve(
          stream ? wire.stream({ text: 'Once.' }) : JSON.stringify(wire.answer({ text: 'Once.' })),
        );
      const before = await database.db.$count(modelCalls);

      const first = ask(await startApi(), key, stream);
      const isLost = expect(first).rejects.toThrow('fetch failed');
      await expect.poll(() => upstream.asked.length, { timeout: 15_000 }).toBe(1);
      await kill();
      await isLost;
      if (key === 'ended') {
        finish();
        await expect
          .poll(() => database.db.$count(modelCalls), { timeout: 15_000 })
          .toBe(before + 1);
      }
      const second = ask(await startApi(), key, stream);
      finish();

      const response = await second;
      expect(response.status).toBe(200);
      const answered = await response.text();
      expect(answered).toContain('Once.');
      expect(upstream.asked).toHaveLength(1);
      expect(await database.db.$count(modelCalls)).toBe(before + 1);
      await kill();
      // Two servers start meanwhile, one after the other.
    },
    60_000,
  );
});
