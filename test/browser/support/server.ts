import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uiPortOffset } from '../../../bin/start/env.ts';
import { findFreePort } from '../../../bin/start/ports.ts';

const patienceMs = 120_000;
/** Variables of this machine that must not reach the server: keys, addresses, folders. */
const notInherited =
  /^(BATON_(?!CACHE$)|OPENAI_|ANTHROPIC_|OLLAMA_|TEMPORAL_|DATABASE_URL|REDIS_URL|PORT$)/;

export type TestServer = {
  /** The address and the key of the link that it printed. */
  url: string;
  key: string;
  temporalAddress: string;
};

/** Baton as `npm start` runs it, on free ports, offline, with a market that moves fast. */
export async function startServer(): Promise<TestServer & { stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-browser-'));
  const inherited = Object.entries(process.env).filter(([name]) => !notInherited.test(name));
  const temporalPort = await findPortWithUi();
  const child = spawn(process.execPath, ['bin/main.ts', 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(inherited),
      NO_COLOR: '1',
      BATON_DATA: folder,
      BATON_MODELS: 'demo:trend',
      PORT: String(await findFreePort()),
      BATON_TEMPORAL_PORT: String(temporalPort),
      BATON_MARKET_BARS_PER_MINUTE: '20',
    },
  });
  async function stop() {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  let said = '';
  const { promise: link, resolve, reject } = Promise.withResolvers<URL>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [found] = /http:\S+\/\?key=\S+/.exec(said) ?? [];
      if (found) resolve(new URL(found));
    });
  }
  const fail = (why: string) => reject(new Error(`Baton ${why}. It said:\n${said}`));
  child.once('exit', (code) => fail(`ended with ${code}`));
  const timer = setTimeout(() => fail(`was not ready in ${patienceMs / 1000} s`), patienceMs);
  try {
    const { origin, searchParams } = await link;
    const temporalAddress = `127.0.0.1:${temporalPort}`;
    return { url: origin, key: searchParams.get('key') ?? '', temporalAddress, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function findPortWithUi(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if (port + uiPortOffset <= 65_535) return port;
  }
}
