import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCompletion } from '../../../api/gateway/to-completion.ts';
import { toMessages } from '../../../api/gateway/to-messages.ts';
import { toQuestion } from '../../../api/gateway/to-question.ts';
import {
  chatCompletionRequestSchema,
  chatMessageSchema,
} from '../../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { noUsage } from '../../../contracts/models/messages.ts';

const json = (value: unknown) => JSON.parse(JSON.stringify(value));

/** The message of an answer, as a client sends it back. */
function echoed(answer: GatewayChatAnswer) {
  const { choices } = toCompletion(answer, { id: 'gw_1', created: 1 });
  return chatMessageSchema.parse(json(choices[0]?.message));
}

const answers: fc.Arbitrary<GatewayChatAnswer> = fc.record({
  text: fc.string(),
  toolCalls: fc.array(
    fc.record(
      {
        id: fc.string({ minLength: 1 }),
        name: fc.string({ minLength: 1 }),
        args: fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>,
        signature: fc.string({ minLength: 1 }),
      },
      { requiredKeys: ['id', 'name', 'args'] },
    ),
    { maxLength: 3 },
  ),
  reasoning: fc.array(
    fc.record({ text: fc.string(), opaque: fc.record({ signature: fc.string() }) }),
    { minLength: 1, maxLength: 2 },
  ),
  finish: fc.constant('stop'),
  usage: fc.constant(noUsage),
  model: fc.constant('anthropic:claude'),
  attempts: fc.constant([]),
  costUsd: fc.constant(null),
});

describe('an answer that a client sends back', () => {
  it('is what the model said, signatures included', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const { text, toolCalls, reasoning, model } = json(answer);
        expect(toMessages([echoed(answer)], 'kimi:k2')).toEqual([
          { role: 'assistant', text, toolCalls, reasoning, model },
        ]);
      }),
    );
  });

  it('is taken for the words of who is asked where the client dropped whose they were', () => {
    const message = chatMessageSchema.parse({
      role: 'assistant',
      content: null,
      reasoning_content: 'I need the weather.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    });
    expect(toMessages([message], 'deepseek:deepseek-chat')).toEqual([
      {
        role: 'assistant',
        text: '',
        toolCalls: [{ id: 'c', name: 'f', args: {} }],
        reasoning: [{ text: 'I need the weather.' }],
        model: 'deepseek:deepseek-chat',
      },
    ]);
  });
});

describe('a request', () => {
  const asked = (request: object) =>
    toQuestion(
      chatCompletionRequestSchema.parse({
        model: 'openai/gpt-5.2',
        messages: [{ role: 'user', content: 'Well?' }],
        ...request,
      }),
      'openai:gpt-5.2',
    );

  it('may have texts and images in any order, as data and as addresses, with their detail', () => {
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
      { type: 'text', text: 'And this?' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
    ];
    expect(asked({ messages: [{ role: 'user', content }] }).messages).toEqual([
      {
        role: 'user',
        text: 'What is this?\nAnd this?',
        parts: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', image: { mediaType: 'image/png', data: 'aGk=' } },
          { type: 'text', text: 'And this?' },
          { type: 'image', image: { url: 'https://example.com/a.png' }, detail: 'low' },
        ],
      },
    ]);
  });

  it.each([
    [{}, 'auto'],
    [{ tool_choice: 'none' }, 'none'],
    [{ tool_choice: 'required' }, 'required'],
    [{ tool_choice: { type: 'function', function: { name: 'f' } } }, { tool: 'f' }],
  ])('with %j lets the model choose: %j', (request, toolChoice) => {
    expect(asked(request).toolChoice).toEqual(toolChoice);
  });

  it.each([
    [{ max_tokens: 5 }, { maximumOutputTokens: 5 }],
    [{ max_tokens: 5, max_completion_tokens: 6 }, { maximumOutputTokens: 6 }],
    [{ temperature: 0 }, { temperature: 0 }],
    [{ reasoning_effort: 'minimal' }, { reasoningEffort: 'low' }],
    [{ response_format: { type: 'json_object' } }, { responseFormat: 'json' }],
    [
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', strict: true, schema: { type: 'object' } },
        },
      },
      { responseFormat: { name: 'n', schema: { type: 'object' } } },
    ],
  ])('with %j asks for %j', (request, question) => {
    expect(asked(request)).toMatchObject(question);
  });

  it('gives the result of a tool the name of its call', () => {
    const messages = [
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'sunny' }] },
    ];
    expect(asked({ messages }).messages).toEqual([
      { role: 'system', text: 'Be brief.' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'c', name: 'f', args: {} }] },
      { role: 'tool', callId: 'c', name: 'f', text: 'sunny', isError: false },
    ]);
  });
});
