import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../../bin/start/ports.ts';
import { openDatabase } from '../../../db/open.ts';
import { fills, orders } from '../../../db/schema/index.ts';
import { makeDatabase } from '../../support/databases.ts';
import { openKeyFile } from '../../../keys/key-file.ts';
import { createRecordSealer } from '../../../keys/record-sealer.ts';

/** Variables of this machine that a test must not hand on: keys, addresses, folders. */
const notInherited = /^(BATON_|OPENAI_|ANTHROPIC_|OLLAMA_|TEMPORAL_|DATABASE_URL|REDIS_URL|PORT$)/;

/** `npx baton` is this repository's, and a request that is refused is a failure. */
const asTyped = `npx() { shift; '${process.execPath}' '${join(process.cwd(), 'bin/main.ts')}' "$@"; }
curl() { command curl --silent --show-error --fail-with-body "$@"; }`;

export const apiKey = 'the-key-of-the-tests';

export type Answer = { status: number; body: any };

/**
 * A Baton for one test: it ends with the test.
 * @param source the folder that has its code. @default this repository
 */
export async function startBaton(environment: Record<string, string> = {}, source?: string) {
  const baton = await openBaton(environment, source);
  onTestFinished(() => baton.close());
  return baton;
}

async function outputOf(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<{ code: number | null; output: string }> {
  const started = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(started, 'close')) as [number | null];
  return { code, output };
}

/** Baton as `npm start` runs it, with ports of its own, and a folder where `BATON_DATA` names none, of its own, that can be killed and started again. */
export async function openBaton(environment: Record<string, string> = {}, source?: string) {
  const folder = environment['BATON_DATA'] ?? (await mkdtemp(join(tmpdir(), 'baton-end-to-end-')));
  if (!environment['BATON_DATA']) await makeDatabase(folder);
  const [port, temporalPort] = [await findFreePort(), await findFreePort()];
  const inherited = Object.entries(process.env).filter(
    ([name]) => !notInherited.test(name) || name === 'BATON_CACHE',
  );
  const variables = {
    ...Object.fromEntries(inherited),
    BATON_DATA: folder,
    BATON_API_KEY: apiKey,
    PORT: String(port),
    BATON_TEMPORAL_PORT: String(temporalPort),
    BATON_MARKET_BARS_PER_MINUTE: '60',
    ...environment,
  };
  let said = '';
  let child = await launch();

  async function launch() {
    const started = spawn(process.execPath, ['bin/main.ts', 'start'], {
      cwd: source,
      env: variables,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let own = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        own += text;
        said += text;
      });
    }
    await vi.waitUntil(() => started.exitCode !== null || own.includes('Baton is ready'), {
      timeout: 60_000,
    });
    expect(own).toContain('Baton is ready');
    return started;
  }

  async function ended(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => child.once('exit', resolve));
  }

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended();
  }

  return {
    folder,
    address: `http://127.0.0.1:${port}`,
    temporalAddress: `127.0.0.1:${temporalPort}`,

    async request(method: string, path: string, body?: unknown): Promise<Answer> {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },

    /** Runs a command of `npx baton` to its end. */
    command: (...args: string[]) => outputOf(process.execPath, ['bin/main.ts', ...args], variables),

    /** Runs a text of shell commands in a folder as a reader of the docs would, until one fails. */
    shell: (text: string, cwd: string) =>
      outputOf('bash', ['-euo', 'pipefail', '-c', `${asTyped}\n${text}`], variables, cwd),

    /** All that it has written to the terminal. */
    output: () => said,

    /** Sends a signal, and waits until it has ended. @returns its exit code. */
    async endBy(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal);
      await ended();
      return child.exitCode;
    },

    /** Kills the whole process group, Temporal with it, as a power cut would. */
    async kill(): Promise<void> {
      const temporal = Number(await readFile(join(folder, 'temporal.pid'), 'utf8'));
      process.kill(-temporal, 'SIGKILL');
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await ended();
    },

    /** Kills its Temporal server alone. */
    async killTemporal(): Promise<void> {
      process.kill(-Number(await readFile(join(folder, 'temporal.pid'), 'utf8')), 'SIGKILL');
    },

    async restart(): Promise<void> {
      child = await launch();
    },

    stop,

    /** Stops it and deletes its folder. */
    async close(): Promise<void> {
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type Baton = Awaited<ReturnType<typeof startBaton>>;

/** Starts `research-to-trading`, and gives the run's id. */
export async function startRun(baton: Baton): Promise<string> {
  const { status, body } = await baton.request('POST', '/api/v1/runs', {
    pipeline: 'research-to-trading',
    input: { symbol: 'SPX' },
  });
  expect(status).toBe(201);
  return body.id;
}

export async function runOf(baton: Baton, id: string) {
  return (await baton.request('GET', `/api/v1/runs/${id}`)).body;
}

export async function stepsOf(baton: Baton, id: string): Promise<any[]> {
  return (await baton.request('GET', `/api/v1/runs/${id}/steps`)).body.items;
}

/** Waits until a run has a status. */
export async function untilStatus(baton: Baton, id: string, status: string): Promise<void> {
  await expect
    .poll(async () => (await runOf(baton, id)).status, { timeout: 100_000, interval: 100 })
    .toBe(status);
}

/** Signs somebody in by a link, and has them make a key. */
export async function ownKeyOf(baton: Baton, user: string): Promise<string> {
  const { body } = await baton.request('POST', '/api/v1/sign-in-links', { user });
  const { headers } = await fetch(body.link, { redirect: 'manual' });
  const [cookie] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const made = await fetch(`${baton.address}/api/v1/keys`, {
    method: 'POST',
    headers: {
      cookie: cookie ?? '',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'own' }),
  });
  return ((await made.json()) as { key: string }).key;
}

export async function approve(baton: Baton, id: string): Promise<Answer> {
  return baton.request('POST', `/api/v1/approvals/${id}.confirm`, { decision: 'approve' });
}

/** What the paper account holds in the database, read when Baton has stopped. */
export async function bookOf(baton: Baton) {
  await baton.stop();
  const sealer = createRecordSealer(await openKeyFile(baton.folder));
  const database = await openDatabase({ dataFolder: baton.folder, sealer });
  try {
    return {
      orders: await database.db.select().from(orders),
      fills: await database.db.select().from(fills),
    };
  } finally {
    await database.close();
  }
}
