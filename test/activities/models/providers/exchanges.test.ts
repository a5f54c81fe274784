import { describe, expect, test, vi } from 'vitest';
import { createExchanges } from '../../../../activities/models/providers/wire/exchanges.ts';
import type { CallOptions } from '../../../../activities/models/provider.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { apiKey } from './wires/api-key.ts';
import { wires } from './wires/index.ts';
import { openai } from './wires/openai.ts';
import type { Wire } from './wires/wire.ts';

/** What is kept of one request to a provider whose server gives a reply. */
async function kept(wire: Wire, reply: Reply, options: Partial<CallOptions> = {}) {
  const server = await startMockServer(reply);
  const exchanges = createExchanges();
  const asked = request({ model: wire.model });
  const ended = await exchanges.during(() =>
    wire
      .create(server.url)
      .chat(asked, { ...never, ...options })
      .then(
        () => 'answered' as const,
        () => 'failed' as const,
      ),
  );
  const all = exchanges.all();
  return { ended, server, ...all, exchange: all.exchanges[0]! };
}

describe.each(wires)('of $name', (wire) => {
  test('what the provider received, and the answer as it wrote it, are kept', async () => {
    const body = JSON.stringify(wire.answer({ text: 'Größe 🍓' }));
    const { exchange, exchanges, server } = await kept(wire, { body });
    expect(exchanges).toHaveLength(1);
    expect(JSON.parse(exchange.sent!.text)).toEqual(server.received[0]!.body);
    expect(exchange).toMatchObject({
      method: 'POST',
      url: server.url + server.received[0]!.path,
      status: 200,
      headers: { 'content-type': 'application/json' },
      received: { text: body, characters: body.length },
      headersMs: expect.any(Number),
      firstMs: expect.any(Number),
      endMs: expect.any(Number),
    });
    expect(JSON.stringify(exchanges)).not.toContain(apiKey);
  });

  test('a stream is kept byte for byte', async () => {
    const events = wire.stream({ text: 'Größe 🍓' });
    const { ended, exchange } = await kept(wire, { events }, { onDelta: () => {} });
    expect(ended).toBe('answered');
    // A reader may stop at what says that it is the end.
    expect(events.startsWith(exchange.received!.text)).toBe(true);
    expect(exchange.received!.text.length).toBeGreaterThan(events.length / 2);
    expect(exchange.endMs).toEqual(expect.any(Number));
  });

  test('a call that is stopped closes its socket, as without keeping', async () => {
    const stop = new AbortController();
    const whole = wire.stream({ text: 'It goes on and on' });
    const { ended, server } = await kept(
      wire,
      { events: whole.slice(0, (whole.length * 2) / 3), afterEvents: 'silence' },
      { signal: stop.signal, onDelta: () => stop.abort() },
    );
    expect(ended).toBe('failed');
    await vi.waitFor(() => expect(server.disconnected()).toBe(1));
  });
});

test('Errors of a provider are kept with their headers, without the key that they repeat', async () => {
  const { ended, exchange } = await kept(openai, {
    status: 429,
    headers: { 'retry-after': '7', 'x-ratelimit-remaining-requests': '0', 'set-cookie': 'a=b' },
    body: { error: { message: `Too many requests with ${apiKey}` } },
  });
  expect(ended).toBe('failed');
  expect(exchange.status).toBe(429);
  expect(exchange.headers).toEqual({
    'content-type': 'application/json',
    'retry-after': '7',
    'x-ratelimit-remaining-requests': '0',
  });
  expect(exchange.received?.text).toBe(
    JSON.stringify({ error: { message: 'Too many requests with [key]' } }),
  );
});

test('A connection that fails is kept with its error', async () => {
  const exchanges = createExchanges();
  const { url } = await startMockServer({ events: 'data: {', afterEvents: 'cut' });
  const options = { ...never, onDelta: () => {} };
  const asked = request({ model: openai.model });
  const answer = exchanges.during(() => openai.create(url).chat(asked, options));
  await expect(answer).rejects.toThrow();
  expect(exchanges.all().exchanges).toMatchObject([
    { status: 200, received: { text: 'data: {' }, error: expect.stringContaining('terminated') },
  ]);
});

test('Of long texts the beginning is kept, with their length', async () => {
  const text = 'x'.repeat(300_000);
  const { exchange } = await kept(openai, { body: openai.answer({ text }) });
  expect(exchange.received!.characters).toBeGreaterThan(300_000);
  expect(exchange.received!.text).toHaveLength(256 * 1024);
});

test('Of many exchanges the first ones and the last are kept', () => {
  const exchanges = createExchanges();
  const one = { method: 'GET', url: 'http://127.0.0.1/' };
  for (let count = 0; count < 30; count += 1) exchanges.add({ ...one, at: `${count}` });
  const { exchanges: all, leftOut } = exchanges.all();
  expect(all.map(({ at }) => at)).toEqual([
    ...Array.from({ length: 19 }, (_, at) => `${at}`),
    '29',
  ]);
  expect(leftOut).toBe(10);
});
