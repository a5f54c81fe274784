import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatMessage, ToolChoice } from '../../../contracts/messages.ts';
import { anthropicBody } from '../../../activities/models/wire/anthropic-request.ts';
import { startMockServer } from './mock-server.ts';
import { conversation, getPortfolio, getPrice, never, request } from './requests.ts';
import { wireNamed } from './wires.ts';

test('sends a conversation with parallel calls as Messages documents it', async () => {
  const wire = wireNamed('anthropic');
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  const asked = request({
    model: 'claude-sonnet-5',
    messages: conversation,
    tools: [getPrice, getPortfolio],
    maximumOutputTokens: 500,
    temperature: 0.2,
  });
  await wire.create(server.url).chat(asked, never);
  const [received] = server.received;
  expect(received!.headers['anthropic-version']).toBe('2026-10-21');
  expect(received!.body).toEqual({
    model: 'claude-sonnet-5',
    max_tokens: 500,
    thinking: { type: 'disabled' },
    system: 'You are a trader.',
    tool_choice: { type: 'auto' },
    tools: [getPrice, getPortfolio].map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    })),
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Look at SPX.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'call_1', name: 'get_price', input: { symbol: 'SPX' } },
          { type: 'tool_use', id: 'call_2', name: 'get_portfolio', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: '{"price":1}' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'no account', is_error: true },
          { type: 'text', text: 'Decide.' },
        ],
      },
    ],
  });
});

function choose(toolChoice: ToolChoice, model = 'claude-sonnet-5') {
  return anthropicBody(request({ toolChoice, model, tools: [getPrice] }));
}

test('puts the results of calls first, whatever was said before they came', () => {
  const call = { id: 'call_1', name: 'get_price', args: {} };
  const { messages } = anthropicBody(
    request({
      messages: [
        { role: 'user', text: 'Look at SPX.' },
        { role: 'assistant', text: '', toolCalls: [call] },
        { role: 'user', text: 'Hurry.' },
        { role: 'tool', callId: 'call_1', name: 'get_price', text: '1', isError: false },
      ],
    }),
  );
  expect(messages.at(-1)!.content).toMatchObject([{ type: 'tool_result' }, { text: 'Hurry.' }]);
});

describe('the choice of tools', () => {
  test('has the names of Anthropic', () => {
    expect(choose('required').tool_choice).toEqual({ type: 'any' });
    expect(choose('none').tool_choice).toEqual({ type: 'none' });
    expect(choose({ tool: 'get_price' }).tool_choice).toEqual({
      type: 'tool',
      name: 'get_price',
    });
  });

  test('is asked for in words where a model refuses to be forced', () => {
    for (const model of [
      'claude-sonnet-5-5',
      'claude-opus-5-5',
      'claude-fable-5-1',
      'claude-opus-6',
    ]) {
      const body = choose({ tool: 'get_price' }, model);
      expect(body.tool_choice).toEqual({ type: 'auto' });
      expect(body.system).toContain('the tool get_price');
      expect(body).not.toHaveProperty('thinking');
    }
  });

  test('is not sent without tools', () => {
    expect(anthropicBody(request({ toolChoice: 'required' }))).not.toHaveProperty('tool_choice');
  });
});

test('sets a limit where the request has none, since Anthropic wants one', () => {
  expect(anthropicBody(request()).max_tokens).toBeGreaterThan(4000);
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
      const { messages } = anthropicBody(request({ messages: parts.flat() }));
      const blocks = messages.map(({ content }) => content as { type: string; id?: string }[]);
      const ids = blocks.flat().flatMap((block) => (block.type === 'tool_use' ? [block.id!] : []));
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
