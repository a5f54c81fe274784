import { describe, expect, test, vi } from 'vitest';
import { asking, failure } from './ask-wire.ts';
import { startMockServer } from '../mock-server.ts';
import { getPortfolio, getPrice, never, request } from '../requests.ts';
import { wires } from './wires/index.ts';

const calls = [
  { id: 'a', name: 'get_price', args: '{"symbol":"SPX"}' },
  { id: 'b', name: 'get_portfolio', args: '' },
];
const tools = [getPrice, getPortfolio];

describe.each(wires)('$name', (wire) => {
  const lacks = (what: NonNullable<typeof wire.without>[number]) => wire.without?.includes(what);

  const { chat, stream } = asking(wire);

  const ids = (given: string) => (lacks('call ids') ? expect.any(String) : given);
  const readCalls = [
    { id: ids('a'), name: 'get_price', args: { symbol: 'SPX' } },
    { id: ids('b'), name: 'get_portfolio', args: {} },
  ];

  describe('a whole answer', () => {
    test('gives the text and the usage, with cached tokens as a part of the input', async () => {
      expect(await chat({ body: wire.answer({ text: '3,283' }) })).toEqual({
        text: '3,283',
        toolCalls: [],
        finish: 'stop',
        usage: wire.usage,
      });
    });

    test('gives two calls in their order; a call without arguments has {}', async () => {
      const answer = await chat({ body: wire.answer({ text: 'Looking.', calls }) }, { tools });
      expect(answer).toMatchObject({ text: 'Looking.', finish: 'tool_calls' });
      expect(answer.toolCalls).toMatchObject(readCalls);
    });

    test('gives every call an id of its own', async () => {
      const twice = calls.map((call) => ({ ...call, id: 'same' }));
      const { toolCalls } = await chat({ body: wire.answer({ calls: twice }) }, { tools });
      expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    });

    test.skipIf(lacks('reasoning'))('gives the reasoning apart from the text', async () => {
      const answer = await chat({ body: wire.answer({ reasoning: 'Let me see.', text: '3,283' }) });
      expect(answer).toMatchObject({ text: '3,283', reasoning: [{ text: 'Let me see.' }] });
    });

    test.each(['{"symbol":', '["SPX"]'])('marks arguments that are no object: %s', async (args) => {
      const { toolCalls } = await chat({
        body: wire.answer({ calls: [{ id: 'a', name: 'get_price', args }] }),
      });
      expect(toolCalls).toMatchObject([
        { name: 'get_price', args: {}, argsError: expect.stringContaining(args) },
      ]);
    });
  });

  describe('a streamed answer', () => {
    test('streams the text as it arrives, and ends like the whole answer', async () => {
      const { answer, deltas } = await stream({ events: wire.stream({ text: 'It is at 3,283.' }) });
      expect(answer).toEqual(await chat({ body: wire.answer({ text: 'It is at 3,283.' }) }));
      const texts = deltas.flatMap((delta) => (delta.type === 'text-delta' ? [delta.text] : []));
      expect(texts.length).toBeGreaterThan(1);
      expect(texts.join('')).toBe('It is at 3,283.');
      expect(deltas).toHaveLength(texts.length);
    });

    test('puts together characters that come in halves', async () => {
      const text = 'Größe: 🍓 三';
      const { answer } = await stream({ events: wire.stream({ text }) });
      expect(answer.text).toBe(text);
    });

    test('streams two calls by their indexes', async () => {
      const events = wire.stream({ text: 'Looking.', calls });
      const { answer, deltas } = await stream({ events }, { tools });
      expect(answer).toMatchObject({ text: 'Looking.', finish: 'tool_calls', usage: wire.usage });
      expect(answer.toolCalls).toMatchObject(readCalls);
      expect(deltas.filter(({ type }) => type === 'tool-call-start')).toEqual(
        answer.toolCalls.map(({ id, name }, index) => ({
          type: 'tool-call-start',
          index,
          id,
          name,
        })),
      );
      const written = deltas.flatMap((delta) =>
        delta.type === 'tool-call-delta' && delta.index === 0 ? [delta.arguments] : [],
      );
      expect(JSON.parse(written.join(''))).toEqual({ symbol: 'SPX' });
    });

    test.skipIf(lacks('reasoning'))('streams the reasoning before the text', async () => {
      const parts = { reasoning: 'Let me see.', text: '3,283' };
      const { answer, deltas } = await stream({ events: wire.stream(parts) });
      expect(answer).toEqual(await chat({ body: wire.answer(parts) }));
      const thoughts = deltas.flatMap((delta) =>
        delta.type === 'reasoning-delta' ? [delta.text] : [],
      );
      expect(thoughts.join('')).toBe('Let me see.');
      expect(deltas[0]!.type).toBe('reasoning-delta');
    });

    test('is read where the server answers in one piece all the same', async () => {
      const { answer, deltas } = await stream({ body: wire.answer({ text: 'Looking.', calls }) });
      expect(answer.toolCalls).toMatchObject(readCalls);
      expect(deltas[0]).toEqual({ type: 'text-delta', text: 'Looking.' });
      expect(deltas.filter(({ type }) => type === 'tool-call-start')).toHaveLength(2);
    });

    test.each(['cut', undefined] as const)(
      'that breaks off (%s) is an error that passes',
      async (ending) => {
        const whole = wire.stream({ text: 'It is at 3,283.', calls });
        const events = whole.slice(0, whole.length / 2);
        const error = await failure(stream({ events, ...(ending && { afterEvents: ending }) }));
        expect(error).toMatchObject({ provider: wire.create('http://localhost').name });
        expect(error.kind).toBe('transient');
      },
    );

    test.runIf(wire.streamError)('with an error inside is an error', async () => {
      const events = wire.streamError!('overloaded_error', 'Too much to do');
      const error = await failure(stream({ events }));
      expect(['rate_limited', 'transient']).toContain(error.kind);
      expect(error.message).toBe('Too much to do');
    });

    test('is requested only if somebody watches', async () => {
      const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
      const provider = wire.create(server.url);
      const asked = request({ model: wire.model });
      await provider.chat(asked, never);
      await provider.chat(asked, { ...never, onDelta: () => {} });
      expect(server.received.map(({ method, path }) => ({ method, path }))).toEqual([
        { method: 'POST', path: wire.path.whole },
        { method: 'POST', path: wire.path.streamed },
      ]);
    });
  });

  describe('an abort', () => {
    test('reaches the socket before an answer, and throws its reason', async () => {
      const server = await startMockServer({ hang: true });
      const controller = new AbortController();
      const answer = wire.create(server.url).chat(request(), { signal: controller.signal });
      await vi.waitFor(() => expect(server.received).toHaveLength(1));
      const reason = new Error('the run was cancelled');
      controller.abort(reason);
      await expect(answer).rejects.toBe(reason);
      await vi.waitFor(() => expect(server.disconnected()).toBe(1));
    });

    test('reaches the socket within a stream', async () => {
      const whole = wire.stream({ text: 'It is at 3,283.', calls });
      const events = whole.slice(0, (whole.length * 2) / 3);
      const server = await startMockServer({ events, afterEvents: 'silence' });
      const controller = new AbortController();
      const reason = new Error('the run was cancelled');
      const answer = wire.create(server.url).chat(request({ model: wire.model }), {
        signal: controller.signal,
        onDelta: () => controller.abort(reason),
      });
      await expect(answer).rejects.toBe(reason);
      await vi.waitFor(() => expect(server.disconnected()).toBe(1));
    });
  });
});
