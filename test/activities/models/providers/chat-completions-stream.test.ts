import { describe, expect, test } from 'vitest';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { readChatCompletion } from '../../../../activities/models/providers/chat-completions/response.ts';
import { createChatCompletionsAssembly } from '../../../../activities/models/providers/chat-completions/stream.ts';
import { quirks } from '../../../../activities/models/providers/wire/quirks.ts';

type Fragment = { index?: number; id?: string; name?: string; args?: unknown; extra?: object };

/** Puts chunks together: what is told meanwhile, and the answer at the end. */
function assemble(chunks: readonly unknown[]) {
  const deltas: ChatDelta[] = [];
  const assembly = createChatCompletionsAssembly((delta) => deltas.push(delta));
  const isReadable = chunks.map((chunk) => assembly.add(chunk)).every(Boolean);
  return { deltas, isReadable, answer: readChatCompletion(assembly.whole(), quirks.openai) };
}

function saying(delta: object, finish_reason: string | null = null) {
  return { choices: [{ index: 0, delta, finish_reason }] };
}

function calling(...fragments: Fragment[]) {
  return saying({
    tool_calls: fragments.map(({ index, id, name, args, extra }) => ({
      ...(index === undefined ? {} : { index }),
      ...(id === undefined ? {} : { id }),
      function: {
        ...(name === undefined ? {} : { name }),
        ...(args === undefined ? {} : { arguments: args }),
      },
      ...(extra && { extra_content: extra }),
    })),
  });
}

const end = saying({}, 'tool_calls');
const spx = { id: 'a', name: 'get_price', args: { symbol: 'SPX' } };
const ndx = { id: 'b', name: 'get_price', args: { symbol: 'NDX' } };

describe('calls in a stream', () => {
  test('come in pieces, mixed with one another', () => {
    const { answer } = assemble([
      calling({ index: 0, id: 'a', name: 'get_price', args: '{"sym' }),
      calling({ index: 1, id: 'b', name: 'get_price', args: '' }),
      calling({ index: 0, args: 'bol":"SPX"}' }, { index: 1, args: '{"symbol":' }),
      calling({ index: 1, args: '"NDX"}' }),
      end,
    ]);
    expect(answer).toMatchObject({ finish: 'tool_calls', toolCalls: [spx, ndx] });
  });

  test('without an index are told apart by their ids, and continue with the last', () => {
    const { answer } = assemble([
      calling({ id: 'a', name: 'get_price', args: '{"symbol":"SPX"}' }),
      calling({ id: 'b', name: 'get_price', args: '{"symbol":' }),
      calling({ args: '"NDX"}' }),
      end,
    ]);
    expect(answer!.toolCalls).toEqual([spx, ndx]);
  });

  test('that all have index 0 begin with each new id', () => {
    const { answer, deltas } = assemble([
      calling({ index: 0, id: 'a', name: 'get_price', args: '{"symbol":"SPX"}' }),
      calling({ index: 0, id: 'b', name: 'get_price', args: '{"symbol":"NDX"}' }),
      saying({ content: '' }, 'stop'),
    ]);
    expect(answer).toMatchObject({ finish: 'tool_calls', toolCalls: [spx, ndx] });
    expect(deltas).toEqual([
      { type: 'tool-call-start', index: 0, id: 'a', name: 'get_price' },
      { type: 'tool-call-delta', index: 0, arguments: '{"symbol":"SPX"}' },
      { type: 'tool-call-start', index: 1, id: 'b', name: 'get_price' },
      { type: 'tool-call-delta', index: 1, arguments: '{"symbol":"NDX"}' },
    ]);
  });

  test.each([
    ['another name', 'get_portfolio', '{}'],
    ['the same name after complete arguments', 'get_price', '{"symbol":"NDX"}'],
  ])('that all have index 0 and no ids begin with %s', (_, name, args) => {
    const { answer, deltas } = assemble([
      calling({ index: 0, name: 'get_price', args: '{"symbol":"SPX"}' }),
      calling({ index: 0, name, args }),
      end,
    ]);
    expect(answer!.toolCalls).toMatchObject([
      { name: 'get_price', args: { symbol: 'SPX' } },
      { name, args: JSON.parse(args) },
    ]);
    const ids = answer!.toolCalls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(deltas.flatMap((delta) => (delta.type === 'tool-call-start' ? [delta.id] : []))).toEqual(
      ids,
    );
  });

  test('whose id and name come again with every piece stay one', () => {
    const { answer } = assemble([
      calling({ index: 0, id: 'a', name: 'get_price', args: '{"symbol":' }),
      calling({ index: 0, id: 'a', name: 'get_price', args: '"SPX"}' }),
      calling({ index: 0, id: '', name: '', args: '' }),
      end,
    ]);
    expect(answer!.toolCalls).toEqual([spx]);
  });

  test('whose name comes late are published when it has arrived', () => {
    const { deltas } = assemble([
      calling({ index: 0, id: 'a', args: '{"symbol":' }),
      calling({ index: 0, name: 'get_price', args: '"SPX"}' }),
      end,
    ]);
    expect(deltas).toEqual([
      { type: 'tool-call-start', index: 0, id: 'a', name: 'get_price' },
      { type: 'tool-call-delta', index: 0, arguments: '{"symbol":"SPX"}' },
    ]);
  });

  test('of one id and two names get ids of their own', () => {
    const { answer } = assemble([
      calling({ index: 0, id: 'a', name: 'get_price', args: '{}' }),
      calling({ index: 0, id: 'a', name: 'get_portfolio', args: '{}' }),
      end,
    ]);
    const [first, second] = answer!.toolCalls;
    expect(first!.id).toBe('a');
    expect(second).toMatchObject({ name: 'get_portfolio', id: expect.not.stringMatching(/^a$/) });
  });

  test('without arguments have {}, and arguments may be a value', () => {
    const { answer } = assemble([
      calling({ index: 0, id: 'a', name: 'get_portfolio' }),
      calling({ index: 1, id: 'b', name: 'get_price', args: { symbol: 'NDX' } }),
      end,
    ]);
    expect(answer!.toolCalls).toEqual([{ id: 'a', name: 'get_portfolio', args: {} }, ndx]);
  });

  test('keep the proof of the thoughts before them', () => {
    const extra = { google: { thought_signature: 'c2lnbmVk' } };
    const { answer } = assemble([
      calling({ id: 'a', name: 'get_price', args: '{"symbol":"SPX"}', extra }),
      end,
    ]);
    expect(answer!.toolCalls).toEqual([{ ...spx, signature: 'c2lnbmVk' }]);
  });
});

describe('a stream', () => {
  test('is no answer before something says that it is complete', () => {
    expect(assemble([saying({ content: 'Half' })]).answer).toBeUndefined();
  });

  const usage = { prompt_tokens: 9, completion_tokens: 5 };
  test.each([
    ['in a chunk of its own', [saying({}, 'stop'), { choices: [], usage }]],
    ['beside the last choice', [{ ...saying({}, 'stop'), usage }]],
    ['in the last choice', [{ choices: [{ delta: {}, finish_reason: 'stop', usage }] }]],
    [
      'once and then null',
      [
        { ...saying({}, 'stop'), usage },
        { choices: [], usage: null },
      ],
    ],
  ])('has its usage %s', (_, chunks) => {
    const { answer } = assemble([saying({ content: 'Hi' }), ...chunks]);
    expect(answer!.usage).toMatchObject({ inputTokens: 9, outputTokens: 5 });
  });

  test.each(['reasoning_content', 'reasoning'])('has its reasoning as %s', (field) => {
    const { answer, deltas } = assemble([
      saying({ [field]: 'Let me ' }),
      saying({ [field]: 'see.' }),
      saying({ content: 'Hi' }, 'stop'),
    ]);
    expect(answer).toMatchObject({ text: 'Hi', reasoning: [{ text: 'Let me see.' }] });
    expect(deltas.map(({ type }) => type)).toEqual([
      'reasoning-delta',
      'reasoning-delta',
      'text-delta',
    ]);
  });

  test('that refuses is a content filter, with the refusal as text', () => {
    const { answer } = assemble([
      saying({ refusal: 'I ' }),
      saying({ refusal: 'cannot.' }, 'stop'),
    ]);
    expect(answer).toMatchObject({ text: 'I cannot.', finish: 'content_filter' });
  });

  test('says where it cannot be read, and passes over what says nothing', () => {
    expect(assemble([{ choices: 'none' }]).isReadable).toBe(false);
    expect(assemble([{}, { choices: [] }, saying({ role: 'assistant' })]).isReadable).toBe(true);
  });
});
