import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatMessage, Reasoning, ToolChoice } from '../../../../contracts/models/messages.ts';
import { anthropicRequest } from '../../../../activities/models/providers/anthropic/request.ts';
import { golden } from './golden.ts';
import { startMockServer } from '../mock-server.ts';
import { conversationWithImages, getPortfolio, getPrice, never, request } from '../requests.ts';
import { anthropic } from './wires/anthropic.ts';

/** The conversation with images, and with thinking before its calls. */
function withThinking(model: string): ChatMessage[] {
  return conversationWithImages.map((message): ChatMessage => {
    if (message.role !== 'assistant') return message;
    const reasoning: Reasoning[] = [
      { text: 'I need the price.', opaque: { signature: 'c2lnbmVk' } },
      { text: '', opaque: { data: 'ZW5jcnlwdGVk' } },
    ];
    return { ...message, text: 'Looking.', reasoning, model };
  });
}

test('sends a conversation with images, thinking and parallel calls as Messages documents it', async () => {
  const server = await startMockServer({ body: anthropic.answer({ text: 'ok' }) });
  const asked = request({
    model: 'claude-sonnet-5',
    messages: withThinking('anthropic:claude-sonnet-5'),
    tools: [getPrice, getPortfolio],
    maximumOutputTokens: 500,
    temperature: 0.2,
    reasoningEffort: 'medium',
  });
  await anthropic.create(server.url).chat(asked, never);
  const [received] = server.received;
  expect(received!.headers['anthropic-version']).toBe('2026-10-21');
  expect(received!.body).toEqual(await golden('anthropic-agent-turn', received!.body));
});

function blocks(changes: Parameters<typeof request>[0]) {
  return anthropicRequest(request(changes)).body.messages.flatMap(
    ({ content }) => content as { type: string; text?: string; cache_control?: object }[],
  );
}

test('leaves out the thinking of other providers', () => {
  const ofOthers = ['gemini:gemini-3.6-flash', 'deepseek:deepseek-reasoner', undefined];
  for (const model of ofOthers) {
    const types = blocks({ messages: withThinking(model!) }).map(({ type }) => type);
    expect(types.join()).not.toContain('thinking');
    expect(types).toContain('tool_use');
  }
});

test('puts thinking back between what was said, where it was between', () => {
  const reasoning: Reasoning[] = [
    { text: 'first', opaque: { signature: 'a' } },
    { text: 'second', opaque: { signature: 'b', position: 1 } },
  ];
  const calls = [{ id: 'call_1', name: 'get_price', args: {} }];
  const said = { role: 'assistant', text: 'Looking.', toolCalls: calls } as const;
  const messages: ChatMessage[] = [{ ...said, reasoning, model: 'anthropic:claude-opus-5' }];
  expect(blocks({ model: 'claude-opus-5', messages })).toEqual([
    { type: 'thinking', thinking: 'first', signature: 'a' },
    { type: 'text', text: 'Looking.' },
    { type: 'thinking', thinking: 'second', signature: 'b' },
    expect.objectContaining({ type: 'tool_use' }),
  ]);
});

test('puts the results of calls first, whatever was said before they came', () => {
  const call = { id: 'call_1', name: 'get_price', args: {} };
  const messages: ChatMessage[] = [
    { role: 'user', text: 'Look at SPX.' },
    { role: 'assistant', text: '', toolCalls: [call] },
    { role: 'user', text: 'Hurry.' },
    { role: 'tool', callId: 'call_1', name: 'get_price', text: '1', isError: false },
  ];
  expect(blocks({ messages }).slice(-2)).toMatchObject([
    { type: 'tool_result' },
    { text: 'Hurry.' },
  ]);
});

describe('the prompt cache', () => {
  const marked = (changes: Parameters<typeof request>[0]) =>
    blocks(changes).flatMap((block, index) => (block.cache_control ? [index] : []));

  test('is not written for a single question, which nothing follows', () => {
    expect(JSON.stringify(anthropicRequest(request()).body)).not.toContain('cache_control');
  });

  test('ends with the last tool where there is no system prompt', () => {
    const messages: ChatMessage[] = [{ role: 'user', text: 'Hello' }];
    const { tools } = anthropicRequest(request({ messages, tools: [getPrice, getPortfolio] })).body;
    expect(tools!.map((tool) => 'cache_control' in tool)).toEqual([false, true]);
  });

  test('is read where the request before ended, and written to the end of this one', () => {
    const said = (text: string): ChatMessage => ({ role: 'assistant', text, toolCalls: [] });
    const asked = (text: string): ChatMessage => ({ role: 'user', text });
    const first = [asked('a'), said('b'), asked('c')];
    expect(marked({ messages: first })).toEqual([0, 2]);
    expect(marked({ messages: [...first, said('d'), asked('e')] })).toEqual([2, 4]);
  });
});

function choose(toolChoice: ToolChoice, model = 'claude-sonnet-5') {
  return anthropicRequest(request({ toolChoice, model, tools: [getPrice] })).body;
}

describe('the choice of tools', () => {
  test('has the names of Anthropic', () => {
    expect(choose('required').tool_choice).toEqual({ type: 'any' });
    expect(choose('none').tool_choice).toEqual({ type: 'none' });
    expect(choose({ tool: 'get_price' }).tool_choice).toEqual({
      type: 'tool',
      name: 'get_price',
    });
  });

  test.each(['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5-1', 'claude-opus-6'])(
    'is asked for in words at the very end for %s, which refuses to be forced',
    (model) => {
      const body = choose({ tool: 'get_price' }, model);
      expect(body.tool_choice).toEqual({ type: 'auto' });
      expect(body.system).toEqual(choose('auto', model).system);
      const { content } = body.messages.at(-1)!;
      expect(content.at(-1)).toMatchObject({ text: expect.stringContaining('the tool get_price') });
      expect(content.at(-1)).not.toHaveProperty('cache_control');
    },
  );

  test('is not sent without tools', () => {
    expect(anthropicRequest(request({ toolChoice: 'required' })).body).not.toHaveProperty(
      'tool_choice',
    );
  });
});

test('sets a limit where the request has none, since Anthropic wants one', () => {
  expect(anthropicRequest(request()).body.max_tokens).toBeGreaterThan(4000);
});

const text = fc.constantFrom('', ' ', 'hello');
const message: fc.Arbitrary<ChatMessage[]> = fc.oneof(
  text.map((value): ChatMessage[] => [{ role: 'user', text: value }]),
  fc
    .record({ said: text, ids: fc.array(fc.string({ maxLength: 80 }), { maxLength: 3 }) })
    .map(({ said, ids }): ChatMessage[] => {
      const unique = [...new Set(ids)];
      return [
        {
          role: 'assistant',
          text: said,
          toolCalls: unique.map((id) => ({ id, name: 'get_price', args: {} })),
        },
        ...unique.map((callId): ChatMessage => ({
          role: 'tool',
          callId,
          name: 'get_price',
          text: said,
          isError: false,
        })),
      ];
    }),
);

test('any conversation becomes alternating turns with fitting, unique ids and every result in place', () => {
  fc.assert(
    fc.property(fc.array(message), (parts) => {
      const { messages } = anthropicRequest(request({ messages: parts.flat() })).body;
      const content = messages.map((turn) => turn.content as { type: string; id?: string }[]);
      const ids = content.flat().flatMap((block) => (block.type === 'tool_use' ? [block.id!] : []));
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      for (const [index, turn] of messages.entries()) {
        expect(turn.role).not.toBe(messages[index - 1]?.role);
        const calls = (turn.content as { type: string; id: string }[]).filter(
          ({ type }) => type === 'tool_use',
        );
        const results = (messages[index + 1]?.content ?? []) as { tool_use_id?: string }[];
        expect(results.slice(0, calls.length).map((result) => result.tool_use_id)).toEqual(
          calls.length > 0 ? calls.map(({ id }) => id) : [],
        );
      }
    }),
  );
});
