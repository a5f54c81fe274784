import { describe, expect, test, vi } from 'vitest';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import type { ProviderErrorKind } from '../../../../activities/models/provider.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { chunk, gemini } from './wires/gemini.ts';
import { serverSentEvents } from './wires/server-sent-events.ts';

const asked = request({ model: gemini.model });

async function whole(reply: Reply) {
  const server = await startMockServer(reply);
  return gemini.create(server.url).chat(asked, never);
}

async function streamed(chunks: readonly object[]) {
  const server = await startMockServer({ events: serverSentEvents(chunks, { done: false }) });
  const deltas: ChatDelta[] = [];
  const onDelta = (delta: ChatDelta) => void deltas.push(delta);
  return { answer: await gemini.create(server.url).chat(asked, { ...never, onDelta }), deltas };
}

describe('the end of an answer', () => {
  test.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['BLOCKLIST', 'content_filter'],
    ['SPII', 'content_filter'],
  ])('%s is %s', async (finishReason, finish) => {
    expect(await whole({ body: chunk([{ text: 'a' }], finishReason) })).toMatchObject({ finish });
  });

  test('STOP after calls asks for tools', async () => {
    const call = { functionCall: { name: 'get_price' } };
    expect(await whole({ body: chunk([call], 'STOP') })).toMatchObject({
      finish: 'tool_calls',
      toolCalls: [{ id: expect.stringMatching(/^call_/), name: 'get_price', args: {} }],
    });
  });

  test('a prompt that is blocked is a content filter', async () => {
    const usageMetadata = { promptTokenCount: 8 };
    const body = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata };
    const filtered = { text: '', finish: 'content_filter', usage: { inputTokens: 8 } };
    expect(await whole({ body })).toMatchObject(filtered);
    expect((await streamed([body])).answer).toMatchObject(filtered);
  });

  test.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'OTHER'])(
    '%s is an error that can be retried',
    async (finishReason) => {
      const body = chunk([], finishReason);
      const error = { kind: 'transient', code: finishReason };
      await expect(whole({ body })).rejects.toMatchObject(error);
      await expect(streamed([body])).rejects.toMatchObject(error);
    },
  );

  test('a stream without one is broken', async () => {
    const error = { kind: 'transient', code: 'STREAM_ENDED' };
    await expect(streamed([chunk([{ text: 'Half' }])])).rejects.toMatchObject(error);
  });
});

describe('signatures', () => {
  test('stay with the call, the thought or the text that they came with', async () => {
    const parts = [
      { text: 'Hm', thought: true },
      { text: '.', thought: true, thoughtSignature: 'thought' },
      { text: 'Looking' },
      { text: '', thoughtSignature: 'text' },
      { functionCall: { id: 'a', name: 'get_price', args: {} }, thoughtSignature: 'call' },
      { functionCall: { id: 'b', name: 'get_price', args: {} } },
    ];
    const { answer, deltas } = await streamed([
      ...parts.map((part) => chunk([part])),
      chunk([], 'STOP'),
    ]);
    expect(answer).toEqual(await whole({ body: chunk(parts, 'STOP') }));
    expect(answer).toMatchObject({
      text: 'Looking',
      reasoning: [
        { text: 'Hm.', opaque: { thoughtSignature: 'thought' } },
        { text: '', opaque: { textSignature: 'text' } },
      ],
      toolCalls: [{ id: 'a', signature: 'call' }, { id: 'b' }],
    });
    expect(answer.toolCalls[1]).not.toHaveProperty('signature');
    expect(deltas.map(({ type }) => type).slice(0, 3)).toEqual([
      'reasoning-delta',
      'reasoning-delta',
      'text-delta',
    ]);
  });
});

describe('an error', () => {
  const errorInfo = (reason: string) => ({
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
  });

  test.each<[number, object, ProviderErrorKind, string]>([
    [400, { status: 'INVALID_ARGUMENT' }, 'invalid_request', '400'],
    [
      400,
      { status: 'INVALID_ARGUMENT', details: [errorInfo('API_KEY_INVALID')] },
      'unauthorized',
      '401',
    ],
    [400, { status: 'FAILED_PRECONDITION' }, 'unauthorized', '400'],
    [
      400,
      {
        status: 'INVALID_ARGUMENT',
        message:
          'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
      },
      'context_too_long',
      '400',
    ],
    [503, { status: 'UNAVAILABLE' }, 'transient', '503'],
    [504, { status: 'DEADLINE_EXCEEDED' }, 'transient', '504'],
  ])('of HTTP %i with %o is %s', async (status, said, kind, code) => {
    const body = { error: { code: status, message: 'No', ...said } };
    await expect(whole({ status, body })).rejects.toMatchObject({ kind, code });
  });

  test('says in its body how long to wait, unless a header does', async () => {
    const retryInfo = {
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: '34.4s',
    };
    const body = { error: { code: 429, message: 'Slow down', details: [retryInfo] } };
    await expect(whole({ status: 429, body })).rejects.toMatchObject({ retryAfterMs: 34_400 });
    const headers = { 'retry-after-ms': '1500' };
    await expect(whole({ status: 429, headers, body })).rejects.toMatchObject({
      retryAfterMs: 1500,
    });
  });

  test('in the middle of a stream has the kind of its status, and its delay', async () => {
    const details = [{ retryDelay: '2s' }];
    const error = { error: { code: 429, message: 'Slow down', status: 'R', details } };
    await expect(streamed([chunk([{ text: 'Half' }]), error])).rejects.toMatchObject({
      kind: 'rate_limited',
      code: '429',
      message: 'Slow down',
      retryAfterMs: 2000,
    });
  });
});

describe('embeddings', () => {
  const texts = Array.from({ length: 130 }, (_, index) => `text ${index}`);

  /** Answers with a vector that says which text it is of. */
  function vectors({ body }: { body: Record<string, unknown> }): Reply {
    const requests = body['requests'] as { content: { parts: { text: string }[] } }[];
    const embeddings = requests.map(({ content }) => ({
      values: [Number(content.parts[0]!.text.slice(5)), 0.5],
    }));
    return { body: { embeddings, usageMetadata: { promptTokenCount: requests.length * 2 } } };
  }

  test('come in the order of the texts, in batches, with the length and the tokens', async () => {
    const server = await startMockServer(vectors);
    const embedded = await gemini.create(server.url).embed!(
      { model: 'gemini-embedding-2', texts, dimensions: 2 },
      never,
    );
    expect(embedded).toEqual({
      vectors: texts.map((_, index) => [index, 0.5]),
      inputTokens: 260,
    });
    expect(server.received.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => '/v1beta/models/gemini-embedding-2:batchEmbedContents'),
    );
    expect(server.received[0]!.body['requests']).toHaveLength(100);
    expect((server.received[0]!.body['requests'] as object[])[0]).toEqual({
      model: 'models/gemini-embedding-2',
      content: { role: 'user', parts: [{ text: 'text 0' }] },
      outputDimensionality: 2,
    });
  });

  test('fail as answers do, and stop at an abort', async () => {
    const limited = await startMockServer({ status: 429, body: gemini.error('some', 'Slow down') });
    const ask = { model: 'gemini-embedding-001', texts: ['a'] };
    await expect(gemini.create(limited.url).embed!(ask, never)).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'Slow down',
    });
    const server = await startMockServer({ hang: true });
    const controller = new AbortController();
    const answer = gemini.create(server.url).embed!(ask, { signal: controller.signal });
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    controller.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
    await vi.waitFor(() => expect(server.disconnected()).toBe(1));
  });

  test('of fewer vectors than texts are no answer', async () => {
    const server = await startMockServer({ body: { embeddings: [{ values: [1] }] } });
    const ask = { model: 'gemini-embedding-001', texts: ['a', 'b'] };
    await expect(gemini.create(server.url).embed!(ask, never)).rejects.toMatchObject({
      kind: 'transient',
    });
  });
});
