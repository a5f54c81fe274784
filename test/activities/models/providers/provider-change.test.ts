import { describe, expect, test } from 'vitest';
import type { AssistantMessage, ChatMessage } from '../../../../contracts/models/messages.ts';
import { startMockServer } from '../mock-server.ts';
import { getPrice, never, request } from '../requests.ts';
import { anthropic } from './wires/anthropic.ts';
import { gemini } from './wires/gemini.ts';
import type { Wire } from './wires/wire.ts';

/** A turn in which a model of `model` thought, called twice, and got both results. */
function turn(model: string, ids: [string, string], thought: object): ChatMessage[] {
  const [first, second] = ids;
  const said = {
    role: 'assistant',
    text: `${model} looks.`,
    model,
    toolCalls: [
      { id: first, name: 'get_price', args: { symbol: 'SPX' } },
      { id: second, name: 'get_price', args: { symbol: 'NDX' } },
    ],
    ...thought,
  } as AssistantMessage;
  const result = (callId: string): ChatMessage => ({
    role: 'tool',
    callId,
    name: 'get_price',
    text: `result of ${callId}`,
    isError: false,
  });
  return [said, result(first), result(second)];
}

const ofKimi = turn('kimi:kimi-k2.5', ['functions.get_price:0', 'functions.get_price:1'], {
  reasoning: [{ text: 'The thoughts of Kimi.' }],
});
const ofGemini = turn('gemini:gemini-3.6-flash', ['g1', 'g2'], {
  reasoning: [{ text: 'The thoughts of Gemini.', opaque: { thoughtSignature: 'gemini-thought' } }],
  toolCalls: [
    { id: 'g1', name: 'get_price', args: { symbol: 'SPX' }, signature: 'gemini-call' },
    { id: 'g2', name: 'get_price', args: { symbol: 'NDX' } },
  ],
});
const ofClaude = turn('anthropic:claude-sonnet-5', ['toolu_1', 'toolu_2'], {
  reasoning: [{ text: 'The thoughts of Claude.', opaque: { signature: 'claude-thought' } }],
});

/** What the provider is sent of a conversation that three providers have written in turn. */
async function sent(wire: Wire): Promise<{ body: Record<string, unknown>; text: string }> {
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  const messages: ChatMessage[] = [
    { role: 'user', text: 'Look at SPX and NDX.' },
    ...ofKimi,
    ...ofGemini,
    ...ofClaude,
    // The same ids once more: Kimi counts them in each answer anew.
    ...ofKimi,
  ];
  const asked = request({ model: wire.model, messages, tools: [getPrice] });
  await wire.create(server.url).chat(asked, never);
  const { body } = server.received[0]!;
  return { body, text: JSON.stringify(body) };
}

describe('a conversation that other providers began', () => {
  test('goes on at Anthropic with ids of its form, and with its own thinking alone', async () => {
    const { body, text } = await sent(anthropic);
    const blocks = (body['messages'] as { content: Record<string, string>[] }[]).flatMap(
      ({ content }) => content,
    );
    const ids = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
    expect(ids).toEqual([
      'functions_get_price_0',
      'functions_get_price_1',
      'g1',
      'g2',
      'toolu_1',
      'toolu_2',
      'functions_get_price_0_2',
      'functions_get_price_1_2',
    ]);
    expect(blocks.flatMap(({ tool_use_id: id }) => (id ? [id] : []))).toEqual(ids);
    expect(blocks.filter(({ type }) => type === 'thinking')).toEqual([
      { type: 'thinking', thinking: 'The thoughts of Claude.', signature: 'claude-thought' },
    ]);
    expect(text).not.toMatch(/thoughts of (Kimi|Gemini)|gemini-(thought|call)/);
  });

  test('goes back to Gemini with its own signatures alone, and a result for each call', async () => {
    const { body, text } = await sent(gemini);
    const contents = body['contents'] as { parts: Record<string, { id: string }>[] }[];
    const ids = (field: 'functionCall' | 'functionResponse') =>
      contents.map(({ parts }) => parts.flatMap((part) => part[field]?.id ?? []));
    const turns = (field: 'functionCall' | 'functionResponse') =>
      ids(field).filter((turnOfIds) => turnOfIds.length > 0);
    expect(turns('functionResponse')).toEqual(turns('functionCall'));
    expect(turns('functionCall')).toHaveLength(4);
    const signatures = [...text.matchAll(/"thoughtSignature":"([^"]*)"/g)].map(
      ([, found]) => found,
    );
    const standIn = 'skip_thought_signature_validator';
    expect(signatures).toEqual([standIn, 'gemini-thought', 'gemini-call', standIn, standIn]);
    expect(text).not.toMatch(/thoughts of (Kimi|Claude)|claude-thought/);
  });
});
