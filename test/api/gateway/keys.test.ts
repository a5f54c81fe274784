import { beforeEach, describe, expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { scriptAnswers } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway({
  environment: { BATON_MODELS: 'openai:gpt-5.2', BATON_MODEL_ALIASES: 'fast=openai:gpt-5.2' },
});
beforeEach(() => scriptAnswers(served.upstream, wire, [{ text: 'Yes.' }]));

const model = 'openai/gpt-5.2';
const messages = [{ role: 'user', content: 'Well?' }];

/** The three ways to ask, each with its own form of errors. */
const doors = {
  '/v1/chat/completions': { model, messages },
  '/v1/responses': { model, input: 'Well?' },
  '/v1/messages': { model, messages, max_tokens: 100 },
};
type Door = keyof typeof doors;
const paths = Object.keys(doors) as Door[];

async function createKey(modelLimits: object, rest: object = {}) {
  const { status, body } = await served.gateway.request('POST', '/api/v1/keys', {
    name: 'program',
    modelLimits,
    ...rest,
  });
  expect(status).toBe(201);
  return body as { id: string; key: string; modelLimits: { models?: string[] }; tags: string[] };
}

const askWith = (key: string, path: Door, changes: object = {}, headers: object = {}) =>
  served.gateway.request(
    'POST',
    path,
    { ...doors[path], ...changes },
    { authorization: `Bearer ${key}`, ...headers },
  );

describe.each(paths)('a key with limits, at %s', (path) => {
  it('uses its models, and no other', async () => {
    const { key, modelLimits } = await createKey({ models: ['fast', 'gemini:*'] });
    expect(modelLimits.models).toEqual(['openai:gpt-5.2', 'gemini:*']);
    expect((await askWith(key, path)).status).toBe(200);
    const refused = await askWith(key, path, { model: 'openai/gpt-5.4' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('cannot use openai:gpt-5.4');
    expect(refused.body.error.type).toBe(
      path === '/v1/messages' ? 'permission_error' : 'invalid_request_error',
    );
  });

  it('is over its budget with 402, which clients do not repeat', async () => {
    const { key } = await createKey({ budgetUsd: 0.000001, budgetPeriod: 'total' });
    const refused = await askWith(key, path);
    expect(refused.status).toBe(402);
    expect(refused.body.error.message).toContain('budget of key key_');
    expect(refused.body.error.type).toBe(
      path === '/v1/messages' ? 'billing_error' : 'insufficient_quota',
    );
    expect(served.upstream.asked).toEqual([]);
  });

  it('waits after as many requests a minute as it may make', async () => {
    const { key } = await createKey({ requestsPerMinute: 2 });
    expect((await askWith(key, path)).status).toBe(200);
    expect((await askWith(key, path)).status).toBe(200);
    const refused = await askWith(key, path);
    expect(refused.status).toBe(429);
    expect(refused.body.error.type).toBe('rate_limit_error');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('waits after as many tokens a minute as it may use', async () => {
    const { key } = await createKey({ tokensPerMinute: 50 });
    expect((await askWith(key, path)).status).toBe(200);
    const refused = await askWith(key, path);
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toContain('50 tokens a minute');
  });
});

it('a repeated request is not counted again', async () => {
  const { key } = await createKey({ requestsPerMinute: 1 });
  const headers = { 'idempotency-key': 'once' };
  expect((await askWith(key, '/v1/chat/completions', {}, headers)).status).toBe(200);
  expect((await askWith(key, '/v1/chat/completions', {}, headers)).status).toBe(200);
  expect((await askWith(key, '/v1/chat/completions')).status).toBe(429);
});

it('of requests at once, no more pass than a minute allows', async () => {
  const { key } = await createKey({ requestsPerMinute: 2 });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => askWith(key, '/v1/chat/completions')),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429]);
});

it('a key with limits does nothing else than call models', async () => {
  const { key } = await createKey({ budgetUsd: 1 });
  const headers = { authorization: `Bearer ${key}` };
  expect((await served.gateway.request('GET', '/v1/models', undefined, headers)).status).toBe(200);
  const run = { document: {}, input: {} };
  for (const [method, path, body] of [
    ['GET', '/api/v1/runs', undefined],
    ['POST', '/api/v1/runs', run],
    ['POST', '/chat', { message: 'Well?', autoExecuteTools: true }],
  ] as const) {
    expect((await served.gateway.request(method, path, body, headers)).status).toBe(403);
  }
});

it('what each key spent is in the costs, also of keys without limits', async () => {
  const limited = await createKey({ budgetUsd: 1 }, { tags: ['desk'] });
  expect(limited.tags).toEqual(['desk']);
  const { body: free } = await served.gateway.request('POST', '/api/v1/keys', { name: 'free' });
  await askWith(limited.key, '/v1/messages');
  await askWith(free.key, '/v1/responses');
  const { body } = await served.gateway.request('GET', '/api/v1/costs?by=key');
  const calls = new Map(body.items.map((row: any) => [row.key, row.calls]));
  expect(calls.get(limited.id)).toBe(1);
  expect(calls.get(free.id)).toBe(1);
});
