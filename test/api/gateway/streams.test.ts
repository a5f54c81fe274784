import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bus } from '../../../bus/bus.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { callChannel } from '../../../contracts/runs/events.ts';
import { delta } from '../../activities/models/providers/wires/chat-completions.ts';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { serverSentEvents } from '../../activities/models/providers/wires/server-sent-events.ts';
import { apiKey, providersAt, startGateway } from './support/gateway.ts';
import type { Gateway } from './support/gateway.ts';
import { cut } from './support/upstream.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway();

const request = {
  model: 'openai/gpt-5.2',
  messages: [{ role: 'user' as const, content: 'Well?' }],
};
const streamed = { ...request, stream: true as const };
const said = (content: string) => serverSentEvents([delta({ content })], { done: false });

/** The rest of an answer, for when a test is ready for it. */
const held = () => Promise.withResolvers<string>();

const textOf = (chunks: OpenAI.ChatCompletionChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

it('passes on what a model says while it says it', async () => {
  const rest = held();
  served.upstream.script(() => ({ events: said('One '), rest: rest.promise }));
  const stream = await served.openai.chat.completions.create(streamed);
  const chunks = stream[Symbol.asyncIterator]();
  const first = [await chunks.next(), await chunks.next()];
  expect(first.map(({ value }) => value.choices[0].delta.content)).toEqual(['', 'One ']);
  rest.resolve(wire.stream({ text: 'two.' }));
  const others = [];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    others.push(next.value);
  }
  expect(textOf(others)).toBe('two.');
});

describe('when the client goes away', () => {
  it('the request to the provider is aborted, and the call is cancelled', async () => {
    const rest = held();
    served.upstream.script(() => ({ events: said('One '), rest: rest.promise }));
    const stream = await served.openai.chat.completions.create(streamed);
    let id = '';
    for await (const chunk of stream) {
      id = chunk.id;
      if (chunk.choices[0]?.delta.content) break;
    }
    await expect.poll(() => served.upstream.disconnected(), { timeout: 10_000 }).toBe(1);
    await expect
      .poll(async () => (await served.gateway.client.activity.getHandle(id).describe()).status, {
        timeout: 10_000,
      })
      .toBe('CANCELED');
    rest.resolve(cut);
  });

  it('also while it waits for a whole answer', async () => {
    const rest = held();
    served.upstream.script(() => ({ events: '', rest: rest.promise }));
    const controller = new AbortController();
    const answer = served.openai.chat.completions.create(request, { signal: controller.signal });
    await expect.poll(() => served.upstream.asked.length, { timeout: 10_000 }).toBe(1);
    controller.abort();
    await expect(answer).rejects.toThrow('aborted');
    await expect.poll(() => served.upstream.disconnected(), { timeout: 10_000 }).toBe(1);
    rest.resolve(cut);
  });
});

it('a stream that breaks off ends with an error, and the model is not asked again', async () => {
  const rest = held();
  served.upstream.script(() => ({ events: said('One '), rest: rest.promise }));
  let text = '';
  const read = async () => {
    for await (const chunk of await served.openai.chat.completions.create(streamed)) {
      text += chunk.choices[0]?.delta.content ?? '';
      if (text === 'One ') rest.resolve(cut);
    }
  };
  await expect(read()).rejects.toThrow();
  expect(text).toBe('One ');
  expect(served.upstream.asked).toHaveLength(1);
});

it('an error before the first word is a plain error', async () => {
  served.upstream.script(() => ({
    status: 400,
    body: wire.error('invalid_request_error', 'too odd'),
  }));
  await expect(served.openai.chat.completions.create(streamed)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('too odd'),
  });
});

describe.each([
  ['loses events', (bus: Bus) => ({ ...bus, publish: vi.fn() })],
  [
    'is away',
    (bus: Bus) => ({ ...bus, subscribe: () => Promise.reject(new Error('no connection')) }),
  ],
])('where the bus %s', (_name, broken) => {
  let other: Gateway;
  beforeAll(async () => {
    // Its worker publishes elsewhere, as one in another process does without Redis.
    const apiBus = broken(createMemoryBus());
    other = await startGateway({ environment: providersAt(served.upstream.url), apiBus });
  });
  afterAll(() => other?.stop());

  it('the whole answer comes at its end', async () => {
    const calls = [{ id: 'call_1', name: 'get_weather', args: '{"city": "Rome"}' }];
    served.upstream.script(() => ({ events: wire.stream({ text: 'Let me see.', calls }) }));
    const client = new OpenAI({ baseURL: `${other.url}/v1`, apiKey, maxRetries: 0 });
    const { message } = (await client.chat.completions.stream(request).finalChatCompletion())
      .choices[0]!;
    expect(message).toMatchObject({
      content: 'Let me see.',
      tool_calls: [{ id: 'call_1', function: { arguments: '{"city":"Rome"}' } }],
    });
  });
});

it('a subscription ends with its stream', async () => {
  const bus = createMemoryBus();
  const stops: string[] = [];
  const watched: Bus = {
    ...bus,
    async subscribe(channel, listener) {
      const stop = await bus.subscribe(channel, listener);
      return () => {
        stops.push(channel);
        stop();
      };
    },
  };
  const other = await startGateway({
    environment: providersAt(served.upstream.url),
    apiBus: watched,
  });
  served.upstream.script(() => ({ events: wire.stream({ text: 'Yes.' }) }));
  const client = new OpenAI({ baseURL: `${other.url}/v1`, apiKey, maxRetries: 0 });
  const [first] = await Array.fromAsync(await client.chat.completions.create(streamed));
  await other.stop();
  expect(stops).toContain(callChannel(first?.id ?? ''));
});
