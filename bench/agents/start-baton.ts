import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { dataConverter } from '../support/data-converter.ts';
import type { Bench } from '../measurement.ts';
import { taskOf } from './mock-model.ts';
import type { AgentsProcess, Usage } from './serve.ts';

const apiKey = 'a-key-for-the-bench';

/** One agent of one tool, that neither plans nor remembers: what is measured is the engine. */
const definition = {
  name: 'counter',
  role: 'Counter',
  instructions: 'Count on.',
  tools: ['calculate_risk_reward'],
  memory: { enabled: false },
  limits: { turns: 200, time: '5m' },
};

export type RunningBaton = Awaited<ReturnType<typeof startBaton>>;

type Given = {
  temporalAddress: string;
  modelUrl: string;
  databaseUrl?: string;
  without?: AgentsProcess['without'];
};

/**
 * A process of Baton's with a model at `modelUrl`.
 * @returns the address of its API, empty where it has none, and what it has used until now.
 */
export async function startProcess(
  cleanup: Bench['cleanup'],
  { temporalAddress, modelUrl, databaseUrl, without }: Given,
) {
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)));
  cleanup.add(() => child.kill('SIGKILL'));
  child.send({
    environment: {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: modelUrl,
      // Its window holds the longest conversation here.
      BATON_MODELS: 'openai:gpt-4.1',
      BATON_MODEL_LIMITS: '*=rpm:1000000,tpm:1000000000,concurrency:500',
    },
    temporalAddress,
    apiKey,
    ...(databaseUrl && { databaseUrl }),
    ...(without && { without }),
  } satisfies AgentsProcess);
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async usage(): Promise<Usage> {
      child.send('usage');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Baton with an agent to give tasks to, its API and its workers in a process of their own unless it is without one of them. */
export async function startBaton(cleanup: Bench['cleanup'], given: Given) {
  const { url, usage, stop } = await startProcess(cleanup, given);
  const { temporalAddress } = given;
  const connection = await Connection.connect({ address: temporalAddress });
  cleanup.add(() => connection.close());
  const client = new Client({ connection, dataConverter });
  const { status } = await request(
    '/api/v1/agents',
    'application/json',
    JSON.stringify(definition),
  );
  // Another process over the same database may have stored it.
  if (status !== 201 && status !== 409) throw new Error(`The agent was not stored: ${status}`);

  function request(path: string, type: string, body?: string): Promise<Response> {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': type };
    return fetch(
      new URL(path, url),
      body === undefined ? { headers } : { method: 'POST', headers, body },
    );
  }

  async function answerOf(path: string, body?: object): Promise<unknown> {
    const response = await request(path, 'application/json', body && JSON.stringify(body));
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  async function post(path: string, body: object): Promise<{ id: string }> {
    return (await answerOf(path, body)) as { id: string };
  }

  const ended = (id: string) => client.workflow.getHandle(id).result();

  return {
    url,
    post,
    get: async (path: string): Promise<unknown> => answerOf(path),
    /** Sends any body. Gives the status of the answer. */
    async send(path: string, type: string, body: string): Promise<number> {
      const response = await request(path, type, body);
      await response.text();
      return response.status;
    },
    /** Gives a task of so many turns, and waits until it is done. */
    async work(turns: number, mark: string): Promise<void> {
      const { id } = await post('/api/v1/tasks', { agent: 'counter', task: taskOf(turns, mark) });
      await ended(id);
    },
    ended,
    usage,
    stop,
  };
}
