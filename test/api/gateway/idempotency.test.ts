import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { apiKey, providersAt, startGateway } from './support/gateway.ts';
import type { Gateway } from './support/gateway.ts';
import { cut, startUpstream } from './support/upstream.ts';
import type { Upstream } from './support/upstream.ts';

let upstream: Upstream;
let gateway: Gateway;
let openai: OpenAI;
let keys = 0;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ environment: providersAt(upstream.url) });
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 });
});
afterAll(async () => {
  await gateway?.stop();
  await upstream.close();
});

const request = {
  model: 'openai/gpt-5.2',
  messages: [{ role: 'user' as const, content: 'Well?' }],
};

function newKey() {
  keys += 1;
  return { headers: { 'idempotency-key': `key-${keys}` } };
}

describe('a request that is sent again under its Idempotency-Key', () => {
  it('gets the stored answer', async () => {
    upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    const first = await openai.chat.completions.create(request, key);
    const second = await openai.chat.completions.create(request, key);
    expect(second).toMatchObject({ id: first.id, choices: first.choices, usage: first.usage });
    expect(upstream.asked).toHaveLength(1);
  });

  it('gets it as a stream where it wants one', async () => {
    upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    await openai.chat.completions.create(request, key);
    const { data: stream, response } = await openai.chat.completions
      .create({ ...request, stream: true }, key)
      .withResponse();
    const chunks = await Array.fromAsync(stream);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Yes.');
    expect(response.headers.get('x-baton-model')).toBe('openai:gpt-5.2');
    expect(upstream.asked).toHaveLength(1);
  });

  it('is joined to the call while that runs, which goes on when one of two clients leaves', async () => {
    const rest = Promise.withResolvers<string>();
    upstream.script(() => ({ events: ' ', rest: rest.promise }));
    const key = newKey();
    const controller = new AbortController();
    const first = openai.chat.completions.create(request, { ...key, signal: controller.signal });
    await expect.poll(() => upstream.asked.length, { timeout: 10_000 }).toBe(1);
    const second = openai.chat.completions.create(request, key);
    const third = openai.chat.completions.create(request, key);
    controller.abort();
    await expect(first).rejects.toThrow('aborted');
    rest.resolve(JSON.stringify(wire.answer({ text: 'Yes.' })));
    const answers = await Promise.all([second, third]);
    expect(answers.map(({ choices }) => choices[0]?.message.content)).toEqual(['Yes.', 'Yes.']);
    expect(upstream.asked).toHaveLength(1);
    expect(upstream.disconnected()).toBe(0);
  });

  it('is refused where it asks something else', async () => {
    upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    await openai.chat.completions.create(request, key);
    const other = { ...request, messages: [{ role: 'user' as const, content: 'Why?' }] };
    await expect(openai.chat.completions.create(other, key)).rejects.toMatchObject({
      status: 422,
      type: 'idempotency_error',
    });
  });

  it('is another request where it is for another user', async () => {
    upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    await openai.chat.completions.create({ ...request, user: 'ann' }, key);
    await openai.chat.completions.create({ ...request, user: 'bob' }, key);
    expect(upstream.asked).toHaveLength(2);
  });

  it('is tried again where it had failed', async () => {
    upstream.script(() => ({ status: 400, body: wire.error('error', 'not now') }));
    const key = newKey();
    await expect(openai.chat.completions.create(request, key)).rejects.toMatchObject({
      status: 400,
    });
    upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const { choices } = await openai.chat.completions.create(request, key);
    expect(choices[0]?.message.content).toBe('Yes.');
  });

  it('is tried again where its client had gone away', async () => {
    const rest = Promise.withResolvers<string>();
    upstream.script(() => ({ events: ' ', rest: rest.promise }));
    const key = newKey();
    const controller = new AbortController();
    const first = openai.chat.completions.create(request, { ...key, signal: controller.signal });
    await expect.poll(() => upstream.asked.length, { timeout: 10_000 }).toBe(1);
    controller.abort();
    await expect(first).rejects.toThrow('aborted');
    upstream.answer = () => ({ body: wire.answer({ text: 'Yes.' }) });
    const { choices } = await openai.chat.completions.create(request, key);
    expect(choices[0]?.message.content).toBe('Yes.');
    rest.resolve(cut);
  });
});

it('without a key, each request is one of its own', async () => {
  upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
  const first = await openai.chat.completions.create(request);
  const second = await openai.chat.completions.create(request);
  expect(second.id).not.toBe(first.id);
  expect(upstream.asked).toHaveLength(2);
});
