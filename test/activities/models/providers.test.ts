import { describe, expect, test, vi } from 'vitest';
import { ProviderError } from '../../../activities/models/provider.ts';
import type { ProviderErrorKind } from '../../../activities/models/provider.ts';
import { closedPort, startMockServer } from './mock-server.ts';
import type { Reply } from './mock-server.ts';
import { getPortfolio, getPrice, never, request } from './requests.ts';
import { apiKey, wires } from './wires.ts';

describe.each(wires)('$name', (wire) => {
  async function chat(reply: Reply, changes: Parameters<typeof request>[0] = {}) {
    const server = await startMockServer(reply);
    return wire.create(server.url).chat(request(changes), never);
  }

  async function failure(reply: Reply): Promise<ProviderError> {
    const error = await chat(reply).then(
      () => expect.fail('answered'),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ProviderError);
    return error as ProviderError;
  }

  test('gives the text and the usage, with cached tokens as a part of the input', async () => {
    expect(await chat({ body: wire.answer({ text: '3,283' }) })).toEqual({
      text: '3,283',
      toolCalls: [],
      finish: 'stop',
      usage: expect.objectContaining({ inputTokens: 100, outputTokens: 7, cachedInputTokens: 60 }),
    });
  });

  test('gives two calls of one answer in their order; a call without arguments has {}', async () => {
    const calls = [
      { id: 'a', name: 'get_price', args: '{"symbol":"SPX"}' },
      { id: 'b', name: 'get_portfolio', args: '' },
    ];
    const answer = await chat(
      { body: wire.answer({ text: 'Looking.', calls }) },
      { tools: [getPrice, getPortfolio] },
    );
    expect(answer).toMatchObject({ text: 'Looking.', finish: 'tool_calls' });
    expect(answer.toolCalls).toEqual([
      { id: 'a', name: 'get_price', args: { symbol: 'SPX' } },
      { id: 'b', name: 'get_portfolio', args: {} },
    ]);
  });

  test.each(['{"symbol":', '["SPX"]'])('marks arguments that are no object: %s', async (args) => {
    const { toolCalls } = await chat({
      body: wire.answer({ calls: [{ id: 'a', name: 'get_price', args }] }),
    });
    expect(toolCalls).toEqual([
      { id: 'a', name: 'get_price', args: {}, argsError: expect.stringContaining(args) },
    ]);
  });

  test.each<[number, ProviderErrorKind]>([
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [402, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'invalid_request'],
    [408, 'transient'],
    [409, 'transient'],
    [413, 'context_too_long'],
    [422, 'invalid_request'],
    [429, 'rate_limited'],
    [500, 'transient'],
    [503, 'transient'],
    [529, 'rate_limited'],
  ])('takes HTTP %i as %s and asks once', async (status, kind) => {
    const server = await startMockServer({
      status,
      body: wire.error('some_error', 'It went wrong'),
    });
    await expect(wire.create(server.url).chat(request(), never)).rejects.toMatchObject({
      provider: wire.name,
      kind,
      code: String(status),
      message: 'It went wrong',
    });
    expect(server.received).toHaveLength(1);
  });

  test.each<[string, string, string | undefined, ProviderErrorKind]>([
    ['invalid_request_error', 'Too many words', 'context_length_exceeded', 'context_too_long'],
    [
      'invalid_request_error',
      'prompt is too long: 9 tokens > 8 maximum',
      undefined,
      'context_too_long',
    ],
    ['invalid_request_error', 'Filtered', 'content_filter', 'content_filter'],
    ['billing_error', 'Pay first', undefined, 'unauthorized'],
  ])('reads a 400 of type %s saying "%s" (%s) as %s', async (type, message, code, kind) => {
    expect(await failure({ status: 400, body: wire.error(type, message, code) })).toMatchObject({
      kind,
    });
  });

  test('reads how long to wait, in milliseconds before seconds', async () => {
    const body = wire.error('rate_limit_error', 'Slow down');
    const seconds = await failure({ status: 429, headers: { 'retry-after': '7' }, body });
    expect(seconds.retryAfterMs).toBe(7000);
    const headers = { 'retry-after': '7', 'retry-after-ms': '1500' };
    expect((await failure({ status: 429, headers, body })).retryAfterMs).toBe(1500);
    expect((await failure({ status: 429, body })).retryAfterMs).toBeUndefined();
  });

  test('takes a page or an error in place of an answer as transient', async () => {
    expect(
      await failure({ headers: { 'content-type': 'text/html' }, body: '<html>' }),
    ).toMatchObject({
      kind: 'transient',
    });
    expect(await failure({ body: '{"cut' })).toMatchObject({ kind: 'transient' });
    expect(await failure({ body: { error: { message: 'overloaded' } } })).toMatchObject({
      kind: 'transient',
      message: 'overloaded',
    });
  });

  test('names the network error of a server that is not there', async () => {
    const provider = wire.create(`http://127.0.0.1:${await closedPort()}`);
    await expect(provider.chat(request(), never)).rejects.toMatchObject({
      kind: 'transient',
      code: 'ECONNREFUSED',
    });
  });

  test('an abort reaches the socket and throws its reason', async () => {
    const server = await startMockServer({ hang: true });
    const controller = new AbortController();
    const answer = wire.create(server.url).chat(request(), { signal: controller.signal });
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    const reason = new Error('the run was cancelled');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await vi.waitFor(() => expect(server.disconnected()).toBe(1));
  });

  test('keeps keys out of messages, cuts them, and keeps no cause', async () => {
    const said = `Incorrect key ${apiKey} and sk-other***1234. ${'x'.repeat(1000)}`;
    const error = await failure({ status: 401, body: wire.error('authentication_error', said) });
    expect(error.message).not.toContain('sk-');
    expect(error.message.length).toBeLessThanOrEqual(300);
    expect(error.cause).toBeUndefined();
  });

  test('posts to the path of the vendor', async () => {
    const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
    await wire.create(server.url).chat(request(), never);
    expect(server.received[0]).toMatchObject({ method: 'POST', path: wire.path });
  });
});
