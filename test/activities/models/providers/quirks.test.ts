import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../../../activities/models/provider.ts';
import {
  chatCompletionsRequest,
  isStreamed,
} from '../../../../activities/models/providers/chat-completions/request.ts';
import { quirks } from '../../../../activities/models/providers/wire/quirks.ts';
import type { Vendor } from '../../../../activities/models/providers/wire/quirks.ts';
import { getPortfolio, getPrice, request } from '../requests.ts';

const tools = [getPrice, getPortfolio];
const forced: Partial<ChatRequest> = { tools, toolChoice: { tool: 'get_price' } };

function body(provider: Vendor, changes: Partial<ChatRequest>, streamed = false) {
  const { body: written } = chatCompletionsRequest(request(changes), {
    provider,
    vendor: quirks[provider],
    streamed,
  });
  return written as unknown as Record<string, unknown>;
}

test.each<[Vendor, string, string]>([
  ['openai', 'gpt-5.2', 'max_completion_tokens'],
  ['deepseek', 'deepseek-flash', 'max_tokens'],
  ['qwen', 'qwen3.8-max', 'max_tokens'],
  ['kimi', 'kimi-k3', 'max_completion_tokens'],
  ['kimi', 'moonshot-v1-8k', 'max_tokens'],
  ['grok', 'grok-4.6', 'max_completion_tokens'],
  ['ollama', 'qwen3:8b', 'max_tokens'],
])('%s: %s calls the limit of output %s', (vendor, model, name) => {
  expect(body(vendor, { model, maximumOutputTokens: 9 })).toMatchObject({ [name]: 9 });
});

test.each<[Vendor, string, boolean]>([
  ['openai', 'gpt-4.1', true],
  ['openai', 'gpt-5.2', true],
  ['openai', 'gpt-5', false],
  ['openai', 'o3', false],
  ['openai', 'gpt-6-sol', false],
  ['kimi', 'kimi-k3', false],
  ['kimi', 'moonshot-v1-8k', true],
  ['deepseek', 'deepseek-flash', true],
])('%s: %s is sent a temperature: %s', (vendor, model, isSent) => {
  expect('temperature' in body(vendor, { model, temperature: 0 })).toBe(isSent);
});

describe('an effort of reasoning', () => {
  test.each<[Vendor, string, ChatRequest['reasoningEffort'], object]>([
    ['openai', 'gpt-5.2', 'none', { reasoning_effort: 'none' }],
    ['openai', 'gpt-5-mini', 'none', { reasoning_effort: 'low' }],
    ['openai', 'gpt-6-astra', 'none', { reasoning_effort: 'low' }],
    ['openai', 'gpt-4.1', 'high', {}],
    ['openai', 'llama-4', 'high', { reasoning_effort: 'high' }],
    ['deepseek', 'deepseek-flash', 'none', { thinking: { type: 'disabled' } }],
    ['deepseek', 'deepseek-flash', 'medium', { reasoning_effort: 'high' }],
    ['kimi', 'kimi-k3', 'none', { reasoning_effort: 'low' }],
    ['kimi', 'kimi-k3.1-pro', 'medium', { reasoning_effort: 'high' }],
    ['kimi', 'kimi-k2.6', 'none', { thinking: { type: 'disabled' } }],
    ['kimi', 'kimi-k2.6', 'high', {}],
    ['grok', 'grok-4-0709', 'high', {}],
    ['grok', 'grok-4.20-0309-reasoning', 'high', {}],
    ['grok', 'grok-3-mini', 'medium', { reasoning_effort: 'high' }],
    ['grok', 'grok-4.3', 'none', { reasoning_effort: 'none' }],
    ['grok', 'grok-4.6', 'none', { reasoning_effort: 'low' }],
    ['ollama', 'qwen3:8b', 'medium', { reasoning_effort: 'medium' }],
  ])('%s: %s is asked for %s by %j', (vendor, model, reasoningEffort, fields) => {
    const { model: _, messages, ...rest } = body(vendor, { model, reasoningEffort });
    expect(messages).toBeDefined();
    expect(rest).toEqual(fields);
  });
});

describe('a forced call', () => {
  test.each<[Vendor, string, object]>([
    ['deepseek', 'deepseek-flash', { thinking: { type: 'disabled' } }],
    ['kimi', 'kimi-k2.6', { thinking: { type: 'disabled' } }],
    ['qwen', 'qwen3.8-max', { enable_thinking: false }],
    ['kimi', 'kimi-k3', {}],
    ['grok', 'grok-4.6', {}],
    ['openai', 'gpt-5.2', {}],
  ])('%s: %s is sent the choice, with %j', (vendor, model, fields) => {
    const sent = body(vendor, { ...forced, model }, true);
    expect(sent).toMatchObject({
      tool_choice: { type: 'function', function: { name: 'get_price' } },
      ...fields,
    });
    expect(sent['tools']).toHaveLength(2);
  });

  test('goes before an effort that would refuse it', () => {
    const sent = body('deepseek', { ...forced, reasoningEffort: 'high' });
    expect(sent).toMatchObject({ thinking: { type: 'disabled' } });
    expect(sent).not.toHaveProperty('reasoning_effort');
  });

  test.each<[Vendor, string]>([
    ['ollama', 'qwen3:8b'],
    ['kimi', 'kimi-k2.7-code'],
    ['qwen', 'qwq-plus'],
  ])('%s: %s is offered that tool alone, and asked in words', (vendor, model) => {
    const sent = body(vendor, { ...forced, model });
    expect(sent).not.toHaveProperty('tool_choice');
    expect(sent['tools']).toMatchObject([{ function: { name: 'get_price' } }]);
    const [last] = (sent['messages'] as { role: string; content: string }[]).toReversed();
    expect(last).toMatchObject({ role: 'system', content: expect.stringContaining('get_price') });
  });

  test('of any tool offers all of them; of none, none', () => {
    expect(body('ollama', { tools, toolChoice: 'required' })['tools']).toHaveLength(2);
    expect(body('ollama', { tools, toolChoice: 'none' })).not.toHaveProperty('tools');
    expect(body('openai', { tools, toolChoice: 'none' })).toMatchObject({ tool_choice: 'none' });
  });

  test('is not spoken of where the model may choose', () => {
    expect(body('deepseek', { tools })).not.toHaveProperty('tool_choice');
  });
});

describe('the form of an answer', () => {
  const schema = { type: 'object', properties: { action: { type: 'string' } } };
  const responseFormat = { name: 'decision', schema };
  const closed = { ...schema, required: ['action'], additionalProperties: false };

  test('is held to strictly where the schema is closed', () => {
    const sent = (format: typeof responseFormat) =>
      body('openai', { responseFormat: format })['response_format'];
    expect(sent(responseFormat)).toEqual({
      type: 'json_schema',
      json_schema: { name: 'decision', schema },
    });
    expect(sent({ name: 'decision', schema: closed })).toMatchObject({
      json_schema: { strict: true },
    });
  });

  test.each<[Vendor, string]>([
    ['deepseek', 'deepseek-flash'],
    ['qwen', 'qwen3.7-plus'],
    ['kimi', 'moonshot-v1-8k'],
  ])('%s: %s reads the schema in words', (vendor, model) => {
    const sent = body(vendor, { model, responseFormat });
    expect(sent['response_format']).toEqual({ type: 'json_object' });
    expect(JSON.stringify(sent['messages'])).toContain(
      JSON.stringify(JSON.stringify(schema)).slice(1, -1),
    );
  });

  test('of any JSON is named in the messages, unless they name it themselves', () => {
    const asked = body('openai', { responseFormat: 'json' });
    expect(asked['response_format']).toEqual({ type: 'json_object' });
    expect(JSON.stringify(asked['messages'])).toContain('JSON');
    const messages: ChatRequest['messages'] = [{ role: 'user', text: 'Give me some json.' }];
    expect(body('openai', { responseFormat: 'json', messages })['messages']).toHaveLength(1);
  });

  test('turns the thinking of Qwen off, which knows no form while it thinks', () => {
    const asked: Partial<ChatRequest> = { responseFormat: 'json', reasoningEffort: 'high' };
    expect(body('qwen', asked, true)).toMatchObject({ enable_thinking: false });
  });
});

describe('Qwen', () => {
  const streams = (changes: Partial<ChatRequest>, watched = false) =>
    isStreamed(request(changes), quirks.qwen, watched);

  test('does not think where the answer is not streamed', () => {
    const model = 'qwen3.8-max';
    expect(body('qwen', { model })).toMatchObject({ enable_thinking: false });
    expect(body('qwen', { model }, true)).not.toHaveProperty('enable_thinking');
  });

  test('is streamed where it is to think, whoever watches', () => {
    expect(streams({ reasoningEffort: 'high' })).toBe(true);
    expect(streams({ reasoningEffort: 'none' })).toBe(false);
    expect(streams({ ...forced, reasoningEffort: 'high' })).toBe(false);
    expect(streams({})).toBe(false);
    expect(streams({}, true)).toBe(true);
    expect(streams({ model: 'qwen3-235b-a22b-thinking-2507' })).toBe(true);
  });
});

describe('earlier answers', () => {
  const call = { id: `functions.${'x'.repeat(64)}:12`, name: 'get_price', args: {} };
  function sent(provider: Vendor, model: string, author: string | undefined, hasCalls = true) {
    const {
      body: { messages },
    } = chatCompletionsRequest(
      request({
        model,
        messages: [
          {
            role: 'assistant',
            text: 'Looking.',
            reasoning: [{ text: 'Let me ' }, { text: 'see.' }],
            toolCalls: hasCalls ? [{ ...call, signature: 'c2lnbmVk' }] : [],
            ...(author && { model: author }),
          },
        ],
      }),
      { provider, vendor: quirks[provider], streamed: false },
    );
    return messages[0] as unknown as Record<string, unknown> & { tool_calls: object[] };
  }

  test.each<[Vendor, string, boolean, string | undefined]>([
    ['deepseek', 'deepseek-flash', true, 'Let me see.'],
    ['deepseek', 'deepseek-flash', false, undefined],
    ['kimi', 'kimi-k2.6', true, 'Let me see.'],
    ['kimi', 'kimi-k2.6', false, undefined],
    ['kimi', 'kimi-k3', false, 'Let me see.'],
    ['openai', 'gpt-5.2', true, undefined],
    ['grok', 'grok-4.6', true, undefined],
  ])('go back to %s (%s, calls: %s) with the reasoning %s', (vendor, model, calls, reasoning) => {
    expect(sent(vendor, model, `${vendor}:m`, calls)['reasoning_content']).toBe(reasoning);
  });

  test('of another provider go without its reasoning and proofs, but never without the field', () => {
    const foreign = sent('deepseek', 'deepseek-flash', 'gemini:gemini-3.6-flash');
    expect(foreign['reasoning_content']).toBe(' ');
    expect(foreign.tool_calls[0]).not.toHaveProperty('extra_content');
  });

  test.each(['openai:gemini-3.6-flash', undefined])('of %s go with their proofs', (author) => {
    expect(sent('openai', 'gemini-3.6-flash', author).tool_calls).toMatchObject([
      { extra_content: { google: { thought_signature: 'c2lnbmVk' } } },
    ]);
  });

  test("keep Kimi's ids byte for byte, however long", () => {
    expect(sent('kimi', 'kimi-k3', 'kimi:kimi-k3').tool_calls).toMatchObject([{ id: call.id }]);
  });
});
