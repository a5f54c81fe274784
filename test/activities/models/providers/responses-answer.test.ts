import { expect, test } from 'vitest';
import { noUsage } from '../../../../contracts/models/messages.ts';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { readResponse } from '../../../../activities/models/providers/responses/answer.ts';
import { createResponseCollector } from '../../../../activities/models/providers/responses/stream.ts';
import { getPrice } from '../requests.ts';
import { responseOf } from './wires/openai-responses.ts';

const context = { provider: 'openai', secrets: ['sk-secret-value'], tools: [getPrice] };

function read(fields: object) {
  return readResponse(responseOf(fields), context);
}

function message(text: string, phase?: string) {
  return { type: 'message', id: 'msg_1', phase, content: [{ type: 'output_text', text }] };
}

function call(id: string) {
  return { type: 'function_call', call_id: id, name: 'get_price', arguments: '{}' };
}

function reasoning(id: string, ...texts: string[]) {
  const summary = texts.map((text) => ({ type: 'summary_text', text }));
  return { type: 'reasoning', id, summary, encrypted_content: `encrypted ${id}` };
}

test.each([
  [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'content_filter'],
  [{ status: 'incomplete', incomplete_details: { reason: 'max_messages' } }, 'length'],
  [{ output: [call('a')] }, 'tool_calls'],
  [{ output: [call('a')], incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  [{ output: [message('At 1.')] }, 'stop'],
])('%j finishes with %s', (fields, finish) => {
  expect(read(fields)).toMatchObject({ finish });
});

test('a refusal is a content filter, with the refusal as text', () => {
  const content = [{ type: 'refusal', refusal: 'I cannot.' }];
  expect(read({ output: [{ type: 'message', content }] })).toMatchObject({
    text: 'I cannot.',
    finish: 'content_filter',
  });
});

test.each([
  ['rate_limit_exceeded', 'rate_limited'],
  ['server_error', 'transient'],
  ['context_length_exceeded', 'context_too_long'],
  ['insufficient_quota', 'unauthorized'],
  ['invalid_prompt', 'invalid_request'],
  ['image_content_policy_violation', 'content_filter'],
])('a response that failed with %s is %s, without secrets', (code, kind) => {
  const error = { code, message: 'It broke for sk-secret-value' };
  expect(() => read({ status: 'failed', error })).toThrow(
    expect.objectContaining({ kind, code, message: 'It broke for [key]' }),
  );
});

test('a response that was cancelled at the provider is an error that passes', () => {
  expect(() => read({ status: 'cancelled' })).toThrow(
    expect.objectContaining({ kind: 'transient', code: 'cancelled' }),
  );
});

test('items of unknown kinds and missing usage are no problem', () => {
  expect(read({ output: [{ type: 'web_search_call', id: 'ws_1' }, message('At 1.')] })).toEqual({
    text: 'At 1.',
    toolCalls: [],
    finish: 'stop',
    usage: noUsage,
  });
});

test('tokens that were written to a cache are counted', () => {
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 3 },
  };
  expect(read({ usage }).usage).toEqual({
    inputTokens: 100,
    outputTokens: 7,
    cachedInputTokens: 60,
    cacheWriteTokens: 30,
    reasoningTokens: 3,
  });
});

test('each piece of reasoning keeps its place among the calls', () => {
  const output = [reasoning('rs_1', 'One.', 'Two.'), call('a'), reasoning('rs_2'), call('b')];
  expect(read({ output }).reasoning).toEqual([
    { text: 'One.\n\nTwo.', opaque: { id: 'rs_1', encrypted_content: 'encrypted rs_1' } },
    { text: '', opaque: { id: 'rs_2', encrypted_content: 'encrypted rs_2', callsBefore: 1 } },
  ]);
});

test('what is said on the way is told as reasoning, what is said last is the text', () => {
  const output = [
    message('Looking it up.', 'commentary'),
    call('a'),
    message('At 1.', 'final_answer'),
  ];
  expect(read({ output })).toMatchObject({
    text: 'At 1.',
    reasoning: [
      { text: 'Looking it up.', opaque: { phase: 'commentary' } },
      { text: '', opaque: { phase: 'final_answer', callsBefore: 1 } },
    ],
  });
});

test('an answer that is nothing but commentary has it as its text', () => {
  const answer = read({ output: [message('Looking it up.', 'commentary')] });
  expect(answer.text).toBe('Looking it up.');
  expect(answer).not.toHaveProperty('reasoning');
});

function collect(events: object[]) {
  const deltas: ChatDelta[] = [];
  const collector = createResponseCollector(context, (delta) => deltas.push(delta));
  for (const event of events) collector.take(event);
  return { deltas, collector };
}

test('a stream without deltas is published from its finished items', () => {
  const output = [reasoning('rs_1', 'Hm.'), message('At 1.'), call('a')];
  const { deltas, collector } = collect([
    ...output.map((item, output_index) => ({
      type: 'response.output_item.done',
      output_index,
      item,
    })),
    { type: 'response.completed', response: responseOf({}) },
  ]);
  expect(deltas).toEqual([
    { type: 'reasoning-delta', text: 'Hm.' },
    { type: 'text-delta', text: 'At 1.' },
    { type: 'tool-call-start', index: 0, id: 'a', name: 'get_price' },
    { type: 'tool-call-delta', index: 0, arguments: '{}' },
  ]);
  expect(readResponse(collector.ended()!.body, context)).toEqual(read({ output }));
});

test('the parts of a summary stay apart, and commentary is told as reasoning', () => {
  const delta = (text: string, fields: object) => ({
    type: 'response.reasoning_summary_text.delta',
    output_index: 0,
    delta: text,
    ...fields,
  });
  const { deltas } = collect([
    { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 0 },
    delta('One.', { summary_index: 0 }),
    { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 1 },
    delta('Two.', { summary_index: 1 }),
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: { type: 'message', phase: 'commentary', content: [] },
    },
    { type: 'response.output_text.delta', output_index: 1, delta: 'Looking it up.' },
  ]);
  expect(deltas.map((each) => [each.type, 'text' in each && each.text])).toEqual([
    ['reasoning-delta', 'One.'],
    ['reasoning-delta', '\n\n'],
    ['reasoning-delta', 'Two.'],
    ['reasoning-delta', 'Looking it up.'],
  ]);
});

test('a refusal is streamed as refusal text', () => {
  const { deltas } = collect([{ type: 'response.refusal.delta', output_index: 0, delta: 'No.' }]);
  expect(deltas).toEqual([{ type: 'text-delta', text: 'No.', isRefusal: true }]);
});

test('an answer that was cut ends a stream too', () => {
  const response = responseOf({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: [message('At')],
  });
  const { collector } = collect([{ type: 'response.incomplete', response }]);
  expect(readResponse(collector.ended()!.body, context)).toMatchObject({
    text: 'At',
    finish: 'length',
  });
});

test.each([
  { type: 'error', code: 'rate_limit_exceeded', message: 'Slow down', param: null },
  { type: 'error', error: { code: 'rate_limit_exceeded', message: 'Slow down' } },
  { error: { code: 'rate_limit_exceeded', message: 'Slow down' } },
])('an error in the stream is thrown: %j', (event) => {
  expect(() => collect([event])).toThrow(
    expect.objectContaining({ kind: 'rate_limited', message: 'Slow down' }),
  );
});
