import { describe, expect, test } from 'vitest';
import type { ChatMessage, ReasoningEffort } from '../../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../../../activities/models/provider.ts';
import { anthropicRequest } from '../../../../activities/models/providers/anthropic/request.ts';
import { startMockServer } from '../mock-server.ts';
import { conversation, getPrice, never, request } from '../requests.ts';
import { anthropic } from './wires/anthropic.ts';

function thinking(model: string, changes: Partial<ChatRequest> = {}) {
  const { thinking: config, output_config } = anthropicRequest(request({ model, ...changes })).body;
  return { thinking: config, effort: output_config?.effort };
}

const summarized = { type: 'adaptive', display: 'summarized' };
const bound = { ...summarized, block_binding: { prefix_mismatch_behavior: 'drop_block' } };
const nothing = { thinking: undefined, effort: undefined };

test.each([
  ['claude-sonnet-5', summarized],
  ['claude-opus-5-20260801', summarized],
  ['claude-opus-5-5', bound],
  ['claude-sonnet-5-5', bound],
  ['claude-haiku-5-5', bound],
  ['claude-fable-5', summarized],
  ['claude-fable-5-2', bound],
])('%s thinks by itself, and shows it', (model, config) => {
  expect(thinking(model)).toEqual({ thinking: config, effort: undefined });
});

test.each(['claude-opus-4-8', 'claude-haiku-4-5', 'claude-3-7-sonnet', 'another-model'])(
  '%s is not told to think unless asked',
  (model) => {
    expect(thinking(model)).toEqual(nothing);
  },
);

describe('an effort', () => {
  test.each<[string, ReasoningEffort, ReturnType<typeof thinking> | object]>([
    ['claude-opus-5', 'high', { thinking: summarized, effort: 'high' }],
    ['claude-opus-5-5', 'low', { thinking: bound, effort: 'low' }],
    ['claude-sonnet-4-6', 'medium', { thinking: summarized, effort: 'medium' }],
    ['claude-haiku-4-5', 'medium', { thinking: { type: 'enabled', budget_tokens: 4096 } }],
    ['claude-opus-4-1', 'high', { thinking: { type: 'enabled', budget_tokens: 8000 } }],
    ['another-model', 'high', nothing],
  ])('of %s, %s, is told in the way of the model', (model, reasoningEffort, expected) => {
    expect(thinking(model, { reasoningEffort })).toMatchObject(expected);
  });

  test.each<[string, object]>([
    ['claude-opus-5', { thinking: { type: 'disabled' }, effort: undefined }],
    ['claude-sonnet-5-5', { thinking: { type: 'between_tools' }, effort: undefined }],
    ['claude-opus-5-5', { thinking: bound, effort: 'low' }],
    ['claude-opus-4-7', nothing],
    ['claude-haiku-4-5', nothing],
  ])('of none turns the thinking of %s off, or as low as it goes', (model, expected) => {
    expect(thinking(model, { reasoningEffort: 'none' })).toEqual(expected);
  });

  test('leaves a budget half of the tokens, and none where that is too little', () => {
    const asked = { reasoningEffort: 'high' } as const;
    expect(thinking('claude-haiku-4-5', { ...asked, maximumOutputTokens: 3000 }).thinking).toEqual({
      type: 'enabled',
      budget_tokens: 1500,
    });
    expect(thinking('claude-haiku-4-5', { ...asked, maximumOutputTokens: 2000 })).toEqual(nothing);
  });
});

/** The conversation as Claude wrote it, up to the results of its calls. */
const toolLoop = conversation
  .filter(({ text }) => text !== 'Decide.')
  .map((message): ChatMessage => {
    if (message.role !== 'assistant') return message;
    const reasoning = [{ text: 'Hm.', opaque: { signature: 'c2lnbmVk' } }];
    return { ...message, reasoning, model: 'anthropic:claude-opus-5' };
  });

const forced: Partial<ChatRequest> = {
  tools: [getPrice],
  toolChoice: { tool: 'get_price' },
  messages: toolLoop,
};

function thoughts(changes: Partial<ChatRequest>) {
  return JSON.stringify(anthropicRequest(request(changes)).body.messages).includes('"thinking"');
}

describe('a forced call', () => {
  test('conflicts with thinking, which is turned off and left out', () => {
    const asked = { ...forced, reasoningEffort: 'high' as const };
    expect(thinking('claude-opus-5', asked)).toEqual({
      thinking: { type: 'disabled' },
      effort: 'high',
    });
    expect(thoughts({ ...asked, model: 'claude-opus-5' })).toBe(false);
    expect(thinking('claude-opus-4-8', asked)).toMatchObject({ thinking: undefined });
    expect(thinking('claude-haiku-4-5', asked)).toMatchObject({ thinking: undefined });
  });

  test('is asked for in words of models that always think, and their thinking goes back', () => {
    const asked = { ...forced, model: 'claude-opus-5-5' };
    expect(thinking('claude-opus-5-5', asked).thinking).toEqual(bound);
    expect(thoughts(asked)).toBe(true);
  });
});

test('with a budget, thinking stays off while the results of calls of another provider come', () => {
  const asked = { model: 'claude-haiku-4-5', reasoningEffort: 'low' } as const;
  const own = { type: 'enabled', budget_tokens: 1024 };
  const foreign = conversation.filter(({ text }) => text !== 'Decide.');
  expect(thinking(asked.model, { ...asked, messages: toolLoop }).thinking).toEqual(own);
  expect(thinking(asked.model, { ...asked, messages: foreign }).thinking).toBeUndefined();
  expect(thinking(asked.model, { ...asked, messages: conversation }).thinking).toEqual(own);
});

test('asks for thinking that no longer fits to be dropped, with the header that this needs', async () => {
  const server = await startMockServer({ body: anthropic.answer({ text: 'ok' }) });
  const provider = anthropic.create(server.url);
  await provider.chat(request({ model: 'claude-opus-5-5' }), never);
  await provider.chat(request({ model: 'claude-opus-5' }), never);
  expect(server.received.map(({ headers }) => headers['anthropic-beta'])).toEqual([
    'thinking-binding-controls-2026-08-01',
    undefined,
  ]);
});
