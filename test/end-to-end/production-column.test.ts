import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priorities } from '../../contracts/models/messages.ts';
import { startUpstream } from '../api/gateway/support/upstream.ts';
import type { Asked, Upstream } from '../api/gateway/support/upstream.ts';
import { openai as wire } from '../activities/models/providers/wires/openai.ts';
import { keyProtocols } from '../api/support/stream-client.ts';
import { openProduction, productionMissing } from '../support/production.ts';
import type { Production } from '../support/production.ts';

if (productionMissing) console.log(productionMissing);

const patiently = { timeout: 120_000, interval: 200 };
/** What a model says to who asks for no stream. */
const said = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5.2',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello.' } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
/** Calls that the two workers may have on together. */
const atOnce = 3;

type Api = Awaited<ReturnType<Production['startApi']>>;

describe.skipIf(productionMissing)('an API and two workers on PostgreSQL and Redis', () => {
  let upstream: Upstream;
  let production: Production;
  let api: Api;
  let workers: Awaited<ReturnType<Production['startWorker']>>[];
  /** The calls that are on, and the most that were. */
  const calls = { on: 0, most: 0 };

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.script((asked) => {
      if (!asked.body.stream) return { body: said };
      calls.on += 1;
      calls.most = Math.max(calls.most, calls.on);
      return { events: '', rest: answerOf(asked) };
    });
    production = await openProduction({
      // As a deploy has it: each worker says which build it is.
      BATON_BUILD_ID: 'first',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      BATON_MODEL_LIMITS: `openai:*=rpm:100000,tpm:100000000,concurrency:${atOnce}`,
    });
    // One after the other: the first one makes the tables.
    api = await production.startApi();
    workers = [await production.startWorker(), await production.startWorker()];
    for (const [name, tools] of [
      ['plain', []],
      ['looker', ['get_price']],
      ['asker', []],
    ] as const) {
      const { status } = await api.ask('POST', '/api/v1/agents', {
        name,
        role: name,
        instructions: `You are ${name}.`,
        models: ['openai:gpt-5.2'],
        tools: [...tools],
        ...(name === 'asker' && { delegates: ['plain'] }),
      });
      expect(status).toBe(201);
    }
  }, 180_000);
  afterAll(async () => {
    await production?.close();
    await upstream?.close();
  });

  /** What a model says after a while in which others can be asked. */
  async function answerOf({ body }: Asked): Promise<string> {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
    calls.on -= 1;
    const names = (body.tools ?? []).map(
      (tool: { function: { name: string } }) => tool.function.name,
    );
    const hasObserved = body.messages.some(({ role }: { role: string }) => role === 'tool');
    const called =
      names.find((name: string) => name === 'get_price') ??
      names.find((name: string) => name === 'delegate_to_plain');
    const args = called === 'get_price' ? { symbol: 'SPX' } : { task: 'Say it.' };
    const id = `call_${upstream.asked.length}`;
    return wire.stream(
      called && !hasObserved
        ? { calls: [{ id, name: called, args: JSON.stringify(args) }] }
        : { text: 'Done.' },
    );
  }

  async function statusesOf(user: string): Promise<string[]> {
    const { body } = await api.ask('GET', `/api/v1/tasks?user=${user}&limit=200`);
    return body.items.map(({ status }: { status: string }) => status);
  }
  const completedOf = async (user: string) =>
    (await statusesOf(user)).filter((status) => status === 'completed').length;

  const taskOf = (index: number, user: string) => ({
    agent: ['plain', 'looker', 'asker'][index % 3],
    task: `Task ${index}`,
    priority: priorities[index % priorities.length],
    user,
  });

  it('finish 50 mixed tasks though one of the workers is killed in the middle', async () => {
    const told = await followAll(api.url);
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.ask('POST', '/api/v1/tasks', taskOf(index, 'ann')),
      ),
    );
    expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([202]));
    await expect.poll(() => completedOf('ann'), patiently).toBeGreaterThan(5);
    await workers[0]?.kill();
    await expect.poll(() => completedOf('ann'), patiently).toBe(50);
    // The limit is of both together, and what workers do comes to the API through Redis.
    expect(calls.most).toBeLessThanOrEqual(atOnce);
    expect(told.ended.size).toBe(50);
    told.close();
    const { body } = await api.ask('GET', '/api/v1/notifications?user=ann&limit=200');
    expect(body.items).toHaveLength(50);
  }, 300_000);

  it('serve calls without a workflow too, and say which build they are', async () => {
    const { status, body: answer } = await api.ask('POST', '/v1/chat/completions', {
      model: 'openai:gpt-5.2',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(status, JSON.stringify(answer)).toBe(200);
    const { body } = await api.ask('GET', '/api/v1/deploys');
    expect(body).toMatchObject({
      current: 'first',
      builds: [
        {
          build: 'first',
          status: 'current',
          workers: expect.arrayContaining([expect.stringContaining('@')]),
        },
      ],
      withoutBuild: { workers: [] },
    });
  }, 60_000);

  it('lose no accepted task when the API is killed, and start none twice', async () => {
    const sent = Array.from({ length: 20 }, (_, index) => index);
    const give = (index: number) =>
      api.ask('POST', '/api/v1/tasks', taskOf(index, 'bob'), {
        'idempotency-key': `task ${index}`,
      });
    const accepted = new Map<number, string>();
    const first = sent.map(async (index) => {
      const { status, body } = await give(index);
      if (status === 202) accepted.set(index, body.id);
    });
    const settled = Promise.allSettled(first);
    await expect.poll(() => accepted.size, { timeout: 60_000, interval: 1 }).toBeGreaterThan(2);
    await api.kill();
    await settled;
    api = await production.startApi();
    for (const [, id] of accepted) {
      expect((await api.ask('GET', `/api/v1/tasks/${id}`)).status).toBe(200);
    }
    for (const index of sent) {
      const { status, body } = await give(index);
      expect(status).toBe(202);
      expect(body.id).toBe(accepted.get(index) ?? body.id);
    }
    await expect.poll(() => completedOf('bob'), patiently).toBe(20);
    expect(await statusesOf('bob')).toHaveLength(20);
  }, 300_000);
});

/** Follows the stream of all runs; notes those that have ended. */
async function followAll(url: string) {
  const socket = new WebSocket(
    new URL('/api/v1/stream', url.replace('http', 'ws')),
    keyProtocols(),
  );
  const ended = new Set<string>();
  socket.addEventListener('message', ({ data }) => {
    const event = JSON.parse(String(data));
    if (event.type === 'run' && event.run.status === 'completed') ended.add(event.run.id);
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  return { ended, close: () => socket.close() };
}
