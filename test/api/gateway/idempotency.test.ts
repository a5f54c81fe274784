import { describe, expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { cut } from './support/upstream.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway();
let keys = 0;

const request = {
  model: 'openai/gpt-5.2',
  messages: [{ role: 'user' as const, content: 'Well?' }],
};

function newKey() {
  keys += 1;
  return { headers: { 'idempotency-key': `key-${keys}` } };
}

/** Asks, and waits until the provider is asked; `first` is the answer to come, and `leave` ends its client. */
async function begin(key: ReturnType<typeof newKey>) {
  const controller = new AbortController();
  const { signal } = controller;
  const first = served.openai.chat.completions.create(request, { ...key, signal });
  await expect.poll(() => served.upstream.asked.length, { timeout: 10_000 }).toBe(1);
  return { first, leave: () => controller.abort() };
}

describe('a request that is sent again under its Idempotency-Key', () => {
  it('gets the stored answer', async () => {
    served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    const first = await served.openai.chat.completions.create(request, key);
    const second = await served.openai.chat.completions.create(request, key);
    expect(second).toMatchObject({ id: first.id, choices: first.choices, usage: first.usage });
    expect(served.upstream.asked).toHaveLength(1);
  });

  it('gets it as a stream where it wants one', async () => {
    served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    await served.openai.chat.completions.create(request, key);
    const { data: stream, response } = await served.openai.chat.completions
      .create({ ...request, stream: true }, key)
      .withResponse();
    const chunks = await Array.fromAsync(stream);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Yes.');
    expect(response.headers.get('x-baton-model')).toBe('openai:gpt-5.2');
    expect(served.upstream.asked).toHaveLength(1);
  });

  it('is joined to the call while that runs, which continues when one of two clients leaves', async () => {
    const rest = Promise.withResolvers<string>();
    served.upstream.script(() => ({ events: ' ', rest: rest.promise }));
    const key = newKey();
    const { first, leave } = await begin(key);
    const second = served.openai.chat.completions.create(request, key);
    const third = served.openai.chat.completions.create(request, key);
    leave();
    await expect(first).rejects.toThrow('aborted');
    rest.resolve(JSON.stringify(wire.answer({ text: 'Yes.' })));
    const answers = await Promise.all([second, third]);
    expect(answers.map(({ choices }) => choices[0]?.message.content)).toEqual(['Yes.', 'Yes.']);
    expect(served.upstream.asked).toHaveLength(1);
    expect(served.upstream.disconnected()).toBe(0);
  });

  it('is refused where it asks something else', async () => {
    served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    await served.openai.chat.completions.create(request, key);
    const other = { ...request, messages: [{ role: 'user' as const, content: 'Why?' }] };
    await expect(served.openai.chat.completions.create(other, key)).rejects.toMatchObject({
      status: 422,
      type: 'idempotency_error',
    });
  });

  it('is another request where it is for another user', async () => {
    served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const key = newKey();
    await served.openai.chat.completions.create({ ...request, user: 'ann' }, key);
    await served.openai.chat.completions.create({ ...request, user: 'bob' }, key);
    expect(served.upstream.asked).toHaveLength(2);
  });

  it('is tried again where it had failed', async () => {
    served.upstream.script(() => ({ status: 400, body: wire.error('error', 'not now') }));
    const key = newKey();
    await expect(served.openai.chat.completions.create(request, key)).rejects.toMatchObject({
      status: 400,
    });
    served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
    const { choices } = await served.openai.chat.completions.create(request, key);
    expect(choices[0]?.message.content).toBe('Yes.');
  });

  it('is tried again where its client had gone away', async () => {
    const rest = Promise.withResolvers<string>();
    served.upstream.script(() => ({ events: ' ', rest: rest.promise }));
    const key = newKey();
    const { first, leave } = await begin(key);
    leave();
    await expect(first).rejects.toThrow('aborted');
    served.upstream.answer = () => ({ body: wire.answer({ text: 'Yes.' }) });
    const { choices } = await served.openai.chat.completions.create(request, key);
    expect(choices[0]?.message.content).toBe('Yes.');
    rest.resolve(cut);
  });
});

it('without a key, each request is one of its own', async () => {
  served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) }));
  const first = await served.openai.chat.completions.create(request);
  const second = await served.openai.chat.completions.create(request);
  expect(second.id).not.toBe(first.id);
  expect(served.upstream.asked).toHaveLength(2);
});
