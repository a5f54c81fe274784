import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../bin/start/ports.ts';
import type { Bench } from '../measurement.ts';
import type { Target } from './load.ts';

/** What a gateway's process is told at its start. */
export type GatewayProcess = {
  environment: Record<string, string>;
  /** Left out, it runs its activities without Temporal. */
  temporalAddress?: string;
  apiKey: string;
};

const model = 'gpt-5.2';
const apiKey = 'a-key-for-the-bench';
const path = '/v1/chat/completions';
const readyMs = 30_000;

type Cleanup = Bench['cleanup'];

/** The provider itself; what everything else stands in front of. */
export async function startProvider(cleanup: Cleanup): Promise<Target> {
  const child = forkFile(new URL('mock-provider.ts', import.meta.url), cleanup);
  const [url] = (await once(child, 'message')) as [string];
  return { url: new URL(path, url), headers: {}, model };
}

/** Baton's gateway, with or without Temporal. */
export async function startBaton(
  cleanup: Cleanup,
  provider: Target,
  temporalAddress?: string,
): Promise<Target> {
  const child = forkFile(new URL('serve.ts', import.meta.url), cleanup);
  child.send({
    environment: {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: new URL('/v1', provider.url).href,
      BATON_MODELS: `openai:${model}`,
      // So that nothing but the gateway itself is measured.
      BATON_MODEL_LIMITS: 'openai:*=rpm:1000000,tpm:1000000000,concurrency:100',
    },
    apiKey,
    ...(temporalAddress && { temporalAddress }),
  } satisfies GatewayProcess);
  const [url] = (await once(child, 'message')) as [string];
  const headers = { authorization: `Bearer ${apiKey}` };
  return { url: new URL(path, url), headers, model: `openai/${model}` };
}

/** Portkey's gateway, as its package starts it. */
export async function startPortkey(cleanup: Cleanup, provider: Target): Promise<Target> {
  const program = fileURLToPath(import.meta.resolve('@portkey-ai/gateway/build/start-server.js'));
  const port = await findFreePort();
  const child = spawn(process.execPath, [program, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
  });
  cleanup.add(() => child.kill('SIGKILL'));
  const url = new URL(path, `http://127.0.0.1:${port}`);
  await untilAnswers(url.origin);
  return {
    url,
    headers: {
      authorization: 'Bearer none',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': new URL('/v1', provider.url).href,
    },
    model,
  };
}

function forkFile(file: URL, cleanup: Cleanup): ChildProcess {
  const child = fork(fileURLToPath(file));
  cleanup.add(() => child.kill('SIGKILL'));
  return child;
}

async function untilAnswers(url: string): Promise<void> {
  const deadline = Date.now() + readyMs;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
  }
}
