import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { apiKeyFile } from '../../../bin/api-key.ts';
import { findFreePort } from '../../../bin/start/ports.ts';
import { copyDatabase } from '../../support/copy-database.ts';

const patienceMs = 120_000;
/** Variables of this machine that must not reach the server: keys, addresses, folders. */
const notInherited =
  /^(BATON_(?!CACHE$)|OPENAI_|ANTHROPIC_|OLLAMA_|TEMPORAL_|DATABASE_URL|REDIS_URL|PORT$)/;

export type TestServer = {
  /** Its address, and the key that it stored. */
  url: string;
  key: string;
  temporalAddress: string;
};

/**
 * Baton as `npm start` runs it, on a free port, offline, with a market that moves fast.
 * @param options.temporalAddress of a Temporal server, on which it has a namespace of its own.
 * @param options.template the dumped database that its own begins with.
 * @param options.settings further ones, by the names of their variables.
 */
export async function startServer(options: {
  temporalAddress: string;
  template: string;
  settings?: Record<string, string>;
}): Promise<TestServer & { stop: () => Promise<void> }> {
  const { temporalAddress, template, settings } = options;
  const folder = await mkdtemp(join(tmpdir(), 'baton-browser-'));
  const inherited = Object.entries(process.env).filter(([name]) => !notInherited.test(name));
  const [namespace] = await Promise.all([
    registerNamespace(temporalAddress),
    copyDatabase(template, folder),
  ]);
  const child = spawn(process.execPath, ['bin/main.ts', 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(inherited),
      NO_COLOR: '1',
      BATON_DATA: folder,
      BATON_MODELS: 'demo:trend',
      PORT: String(await findFreePort()),
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      // Pages link to it; nothing answers there.
      TEMPORAL_UI_URL: 'http://127.0.0.1:8233',
      BATON_MARKET_BARS_PER_MINUTE: '20',
      // Tests leave approvals behind, and others wait for fills.
      BATON_MARKET_HOLD: '0s',
      ...settings,
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
      const [found] = /http:\S+\/\?code=\S+/.exec(said) ?? [];
      if (found) resolve(new URL(found));
    });
  }
  const fail = (why: string) => reject(new Error(`Baton ${why}. It said:\n${said}`));
  child.once('exit', (code) => fail(`ended with ${code}`));
  const timer = setTimeout(() => fail(`was not ready in ${patienceMs / 1000} s`), patienceMs);
  try {
    const { origin } = await link;
    const key = (await readFile(apiKeyFile(folder), 'utf8')).trim();
    return { url: origin, key, temporalAddress, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function registerNamespace(address: string): Promise<string> {
  const namespace = `browser-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  await connection.close();
  return namespace;
}
