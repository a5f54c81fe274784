import { expect, test } from 'vitest';
import { createModelRouter } from '../../../activities/models/ask/create-router.ts';
import type { ModelCall } from '../../../activities/models/model-caller.ts';
import { BudgetExceeded } from '../../../activities/models/model-caller.ts';
import type { ModelAnswer, ModelCaller } from '../../../activities/models/model-caller.ts';
import { keepRequests } from '../../../activities/models/requests/keep-requests.ts';
import { AllModelsFailed, CallDelayed } from '../../../activities/models/router.ts';
import type { RouteOptions } from '../../../activities/models/router.ts';
import type { ModelRequestRow } from '../../../db/repositories/models/model-requests.ts';
import { startMockServer } from './mock-server.ts';
import { never, request } from './requests.ts';
import { openai } from './providers/wires/openai.ts';

const { model: _model, ...question } = request();

function callOf(changes: Partial<ModelCall['caller']> = {}): ModelCall {
  return {
    caller: {
      callId: 'gw_1',
      source: 'gateway',
      user: 'ann',
      priority: 'normal',
      budgets: [],
      ...changes,
    },
    chain: ['openai:gpt-5.2', 'deepseek:deepseek-chat'],
    request: question,
  };
}

/** What is kept of calls that go to `next`. */
function keeping(next: ModelCaller) {
  const rows: ModelRequestRow[] = [];
  return { rows, ask: keepRequests(next, (row) => void rows.push(row)) };
}

/** A router whose first model fails and whose second one answers, as a caller. */
async function twoModels() {
  const first = await startMockServer({
    status: 500,
    body: { error: { message: 'it is broken' } },
  });
  const second = await startMockServer(({ body }) =>
    body['stream']
      ? { events: openai.stream({ text: 'At 3,283.' }) }
      : { body: openai.answer({ text: 'At 3,283.' }) },
  );
  const router = await createModelRouter(
    {
      OPENAI_API_KEY: 'key-of-openai',
      OPENAI_BASE_URL: `${first.url}/v1`,
      DEEPSEEK_API_KEY: 'key-of-deepseek',
      DEEPSEEK_BASE_URL: `${second.url}/v1`,
      OLLAMA_HOST: second.url,
    },
    { backoffMs: 1 },
  );
  const ask: ModelCaller = async ({ chain, request: asked }, options) => ({
    ...(await router.chat(chain, asked, options)),
    costUsd: '0.001',
  });
  return { ask, first, second };
}

test('A call is kept with what each provider was sent and what came back, by attempt', async () => {
  const models = await twoModels();
  const { rows, ask } = keeping(models.ask);
  await ask(callOf({ keyId: 'key_1' }), { ...never, onDelta: () => {} });
  expect(rows).toMatchObject([
    {
      callId: 'gw_1',
      door: 'gateway',
      user: 'ann',
      keyId: 'key_1',
      runId: null,
      model: 'deepseek:deepseek-chat',
      status: 'answered',
      tries: 3,
      inputTokens: 100,
      costUsd: '0.001',
      firstMs: expect.any(Number),
      preview: 'What is SPX at?',
      content: {
        question,
        answer: { text: 'At 3,283.', finish: 'stop' },
        attempts: [{ status: 'failed' }, { status: 'failed' }, { status: 'answered' }],
        exchanges: [
          { attempt: 0, status: 500 },
          { attempt: 1, status: 500 },
          { attempt: 2, status: 200 },
        ],
      },
    },
  ]);
  const sent = rows[0]!.content.exchanges.map((exchange) => JSON.parse(exchange.sent!.text));
  expect(sent).toEqual(
    [...models.first.received, ...models.second.received].map(({ body }) => body),
  );
});

test('A call that fails is kept with its error', async () => {
  const models = await twoModels();
  const { rows, ask } = keeping(models.ask);
  const call = { ...callOf(), chain: ['openai:gpt-5.2'] };
  await expect(ask(call, never)).rejects.toThrow(AllModelsFailed);
  expect(rows).toMatchObject([
    {
      model: 'openai:gpt-5.2',
      status: 'failed',
      costUsd: null,
      inputTokens: null,
      content: {
        error: { type: 'AllModelsFailed', message: expect.stringContaining('it is broken') },
        exchanges: [{ received: { text: '{"error":{"message":"it is broken"}}' } }, {}],
      },
    },
  ]);
  expect(rows[0]!.content).not.toHaveProperty('answer');
});

test('A call that is stopped is kept with what was sent', async () => {
  const server = await startMockServer({ hang: true });
  const env = {
    OPENAI_API_KEY: 'key-of-openai',
    OPENAI_BASE_URL: `${server.url}/v1`,
    OLLAMA_HOST: server.url,
  };
  const router = await createModelRouter(env);
  const stop = new AbortController();
  const { rows, ask } = keeping(async (call, options) => {
    const answer = router.chat(call.chain, call.request, options);
    return { ...(await answer), costUsd: null };
  });
  const onAsk = () => void setImmediate(() => stop.abort());
  const call = { ...callOf(), chain: ['openai:gpt-5.2'] };
  await expect(ask(call, { signal: stop.signal, onAsk })).rejects.toThrow('abort');
  expect(rows).toMatchObject([{ status: 'stopped', content: { error: { type: 'Stopped' } } }]);
});

test('A call that a budget refuses is kept, one that only waits for its turn is not', async () => {
  const outcomes: Error[] = [
    new CallDelayed('busy', { retryAfterMs: 10 }),
    new BudgetExceeded('over', { account: 'day', usd: 1, onLimit: 'stop', cheaperModels: [] }),
  ];
  const { rows, ask } = keeping(async () => {
    throw outcomes.shift()!;
  });
  await expect(ask(callOf(), never)).rejects.toThrow('busy');
  await expect(ask(callOf(), never)).rejects.toThrow('over');
  expect(rows).toMatchObject([
    { tries: 0, model: 'openai:gpt-5.2', content: { error: { type: 'BudgetExceeded' } } },
  ]);
});

test('A call that waits for models and asks again has one record of that', async () => {
  const away = new AllModelsFailed('away', { attempts: [], retryable: true, away: ['openai'] });
  const outcomes: (Error | ModelAnswer)[] = [
    away,
    away,
    new AllModelsFailed('no', { attempts: [], retryable: false }),
  ];
  const { rows, ask } = keeping(async (_call, _options: Omit<RouteOptions, 'priority'>) => {
    throw outcomes.shift();
  });
  for (let count = 0; count < 3; count += 1) await ask(callOf(), never).catch(() => undefined);
  expect(rows[0]!.id).toBe(rows[1]!.id);
  expect(rows[2]!.id).not.toBe(rows[0]!.id);
});

test('A question that is too long for the records is left out, and the rest is kept', async () => {
  const models = await twoModels();
  const { rows, ask } = keeping(models.ask);
  const messages = [{ role: 'user' as const, text: 'x'.repeat(1_100_000) }];
  await ask({ ...callOf(), request: { ...question, messages } }, never);
  expect(rows[0]).toMatchObject({ content: { question: null, answer: { text: 'At 3,283.' } } });
  expect(rows[0]!.content.exchanges.at(-1)!.sent!.characters).toBeGreaterThan(1_100_000);
});
