import { describe, expect, test } from 'vitest';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { readAnthropicMessage } from '../../../../activities/models/providers/anthropic/response.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { anthropic, anthropicEvents } from './wires/anthropic.ts';

const usage = { input_tokens: 1, output_tokens: 1 };

async function stream(reply: Reply) {
  const server = await startMockServer(reply);
  const deltas: ChatDelta[] = [];
  const answer = anthropic.create(server.url).chat(request({ model: 'claude-sonnet-5' }), {
    ...never,
    onDelta: (delta) => deltas.push(delta),
  });
  return { deltas, answer };
}

type Event = Parameters<typeof anthropicEvents>[0][number];

/** A stream of these events within a message. */
function message(events: Event[], end: object = {}): string {
  return anthropicEvents([
    { type: 'message_start', message: { content: [], stop_reason: null, usage } },
    ...events,
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 2 },
      ...end,
    },
    { type: 'message_stop' },
  ]);
}

function block(index: number, content_block: object, ...deltas: object[]): Event[] {
  return [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
])('%s is %s, whole and streamed', async (stop_reason, finish) => {
  expect(readAnthropicMessage({ content: [], stop_reason, usage })).toMatchObject({ finish });
  const { answer } = await stream({ events: message([], { delta: { stop_reason } }) });
  expect(await answer).toMatchObject({ finish });
});

test('a refusal without text says why', () => {
  const stop_details = { type: 'refusal', category: 'cyber', explanation: 'No malware.' };
  const refusal = { content: [], stop_reason: 'refusal', stop_details, usage };
  expect(readAnthropicMessage(refusal)).toMatchObject({ text: 'No malware.' });
});

test('usage at the end of a stream replaces what was said at its start, and is not added to it', async () => {
  const start = { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 };
  const end = { input_tokens: 12, cache_read_input_tokens: null, output_tokens: 9 };
  const { answer } = await stream({
    events: anthropicEvents([
      { type: 'message_start', message: { content: [], usage: start } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
      { type: 'message_delta', delta: {}, usage: end },
      { type: 'message_stop' },
    ]),
  });
  expect((await answer).usage).toMatchObject({
    inputTokens: 17,
    outputTokens: 9,
    cachedInputTokens: 5,
  });
});

test('a call that streams no arguments has none; the input it starts with is no part of them', async () => {
  const call = { type: 'tool_use', name: 'get_price', input: {} };
  const { answer, deltas } = await stream({
    events: message([
      ...block(0, { ...call, id: 'a' }, { type: 'input_json_delta', partial_json: '' }),
      ...block(
        1,
        { ...call, id: 'b' },
        { type: 'input_json_delta', partial_json: '{"symbol":' },
        { type: 'input_json_delta', partial_json: '"SPX"}' },
      ),
      ...block(2, { ...call, id: 'c', input: { symbol: 'NDX' } }),
    ]),
  });
  expect((await answer).toolCalls).toEqual([
    { id: 'a', name: 'get_price', args: {} },
    { id: 'b', name: 'get_price', args: { symbol: 'SPX' } },
    { id: 'c', name: 'get_price', args: { symbol: 'NDX' } },
  ]);
  const written = (index: number) =>
    deltas.map((delta) =>
      delta.type === 'tool-call-delta' && delta.index === index ? delta.arguments : '',
    );
  expect([0, 1, 2].map((index) => written(index).join(''))).toEqual([
    '',
    '{"symbol":"SPX"}',
    '{"symbol":"NDX"}',
  ]);
});

test('keeps thinking with its signature, and where it stood between what was said', async () => {
  const events = message([
    ...block(
      0,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'Hm' },
      { type: 'thinking_delta', thinking: '.' },
      { type: 'signature_delta', signature: 'one' },
    ),
    ...block(1, { type: 'redacted_thinking', data: 'secret' }),
    ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'So' }),
    ...block(
      3,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'signature_delta', signature: 'two' },
    ),
  ]);
  const { answer, deltas } = await stream({ events });
  expect(await answer).toMatchObject({
    text: 'So',
    reasoning: [
      { text: 'Hm.', opaque: { signature: 'one' } },
      { text: '', opaque: { data: 'secret' } },
      { text: '', opaque: { signature: 'two', position: 1 } },
    ],
  });
  expect(deltas).toEqual([
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'reasoning-delta', text: '.' },
    { type: 'text-delta', text: 'So' },
  ]);
});

describe('a stream that fails', () => {
  test.each([
    ['overloaded_error', 'rate_limited'],
    ['rate_limit_error', 'rate_limited'],
    ['api_error', 'transient'],
    ['invalid_request_error', 'invalid_request'],
    ['authentication_error', 'unauthorized'],
  ])('with %s after an HTTP 200 is an error of kind %s', async (type, kind) => {
    const { answer } = await stream({ events: anthropic.streamError!(type, 'Overloaded') });
    await expect(answer).rejects.toMatchObject({ kind, code: type, message: 'Overloaded' });
  });

  test('by ending before its message does is transient', async () => {
    const whole = anthropic.stream({ text: 'Hello there' });
    const events = whole.slice(0, whole.indexOf('event: message_delta'));
    const { answer } = await stream({ events });
    await expect(answer).rejects.toMatchObject({ kind: 'transient', code: 'STREAM_ENDED' });
  });
});

test('a server that answers whole though asked to stream is read, and told as deltas', async () => {
  const body = anthropic.answer({
    reasoning: 'Hm.',
    text: 'Hello',
    calls: [{ id: 'a', name: 'get_price', args: '{"symbol":"SPX"}' }],
  });
  const { answer, deltas } = await stream({ body });
  expect(await answer).toMatchObject({ text: 'Hello', finish: 'tool_calls' });
  expect(deltas.map(({ type }) => type)).toEqual([
    'reasoning-delta',
    'text-delta',
    'tool-call-start',
    'tool-call-delta',
  ]);
});
