import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiKeyFile } from '../../../bin/api-key.ts';
import { findFreePort, requireFreePorts } from '../../../bin/start/ports.ts';
import { waitForPreviousServer } from '../../../bin/temporal/server.ts';

const startModule = new URL('../../../bin/start.ts', import.meta.url).href;

let folder: string;
let port: number;
let temporalPort: number;
let first: ReturnType<typeof start>;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-start-'));
  port = await findFreePort();
  temporalPort = await findFreePort();
  first = start();
  await ready(first);
}, 180_000);

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await waitForPreviousServer(folder);
  await rm(folder, { recursive: true, force: true });
});

/** What `npm start` runs, with its output as it comes. */
function start(variables: Record<string, string> = {}) {
  const script = `const { start } = await import(${JSON.stringify(startModule)}); await start();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      BATON_DATA: folder,
      BATON_MODELS: 'demo:trend',
      BATON_API_KEY: '',
      DATABASE_URL: '',
      TEMPORAL_ADDRESS: '',
      PORT: String(port),
      BATON_TEMPORAL_PORT: String(temporalPort),
      ...variables,
    },
  });
  processes.push(child);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, ended, output: () => written };
}

async function ready(started: ReturnType<typeof start>): Promise<void> {
  await vi.waitFor(() => expect(started.output()).toContain('Baton is ready'), {
    timeout: 170_000,
    interval: 50,
  });
}

const codeIn = (output: string) => /\?code=([\w-]+)/.exec(output)?.[1];

test('the first start prints a link that signs in once, and serves those who show the stored key', async () => {
  const key = (await readFile(apiKeyFile(folder), 'utf8')).trim();
  expect(first.output()).not.toContain(key);
  const link = `http://127.0.0.1:${port}/?code=${codeIn(first.output())}`;
  const signedIn = await fetch(link, { redirect: 'manual' });
  expect(signedIn.status).toBe(303);
  expect(signedIn.headers.get('set-cookie')).toContain('HttpOnly');
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(401);
  const address = `http://127.0.0.1:${port}/api/v1/pipelines`;
  expect((await fetch(address)).status).toBe(401);
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(address, { headers })).status).toBe(200);
});

test('all that it keeps is readable by its owner alone', async () => {
  const names = await readdir(folder, { recursive: true });
  expect(names).toEqual(expect.arrayContaining(['keys', 'temporal.db', 'temporal.log', 'api.log']));
  const modes = await Promise.all(
    ['', ...names].map(async (name) => {
      const status = await stat(join(folder, name)).catch(() => undefined);
      return { name, others: (status?.mode ?? 0) & 0o077 };
    }),
  );
  expect(modes.filter(({ others }) => others !== 0)).toEqual([]);
});

test('another Baton in the same folder is refused', async () => {
  const other = start();
  expect(await other.ended).toBe(1);
  expect(other.output()).toContain(`Another Baton (process ${first.child.pid}) is using ${folder}`);
});

test('another Baton on the same port is refused', async () => {
  const other = start({ BATON_DATA: join(folder, 'other') });
  expect(await other.ended).toBe(1);
  expect(other.output()).toContain(`Port ${port}, needed for the API, is in use`);
});

test('a port of Temporal that is taken is reported before anything is made', async () => {
  const data = join(folder, 'third');
  const other = start({ BATON_DATA: data, PORT: String(await findFreePort()) });
  expect(await other.ended).toBe(1);
  expect(other.output()).toContain(
    `Port ${temporalPort}, needed for the Temporal server, is in use`,
  );
  await expect(readFile(apiKeyFile(data))).rejects.toThrow('ENOENT');
});

test('a start right after a SIGKILL continues with the same key, and ends with all it started', async () => {
  const key = (await readFile(apiKeyFile(folder), 'utf8')).trim();
  first.child.kill('SIGKILL');
  await first.ended;

  const second = start();
  await ready(second);
  expect((await readFile(apiKeyFile(folder), 'utf8')).trim()).toBe(key);
  expect(codeIn(second.output())).not.toBe(codeIn(first.output()));

  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
  await requireFreePorts([
    { port, use: 'the API', variable: 'PORT' },
    { port: temporalPort, use: 'the Temporal server', variable: 'BATON_TEMPORAL_PORT' },
  ]);
}, 60_000);
