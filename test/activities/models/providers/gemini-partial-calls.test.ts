import { describe, expect, test } from 'vitest';
import { asking, failure } from './ask-wire.ts';
import { seenOf } from './seen.ts';
import { chunk as geminiChunk, gemini } from './wires/gemini.ts';
import { serverSentEvents } from './wires/server-sent-events.ts';

describe('A stream of Gemini whose calls come in pieces', () => {
  const piece = (functionCall: object) => geminiChunk([{ functionCall }]);
  const begin = (name: string) => piece({ name, willContinue: true });
  const argument = (jsonPath: string, value: object, willContinue = true) =>
    piece({ partialArgs: [{ jsonPath, ...value }], willContinue });
  const text = (jsonPath: string, ...parts: string[]) => [
    ...parts.map((part) => argument(jsonPath, { stringValue: part, willContinue: true })),
    argument(jsonPath, { stringValue: '' }),
  ];
  const last = piece({});
  const stop = geminiChunk([{ text: '' }], 'STOP');
  const read = (...chunks: object[]) => seenOf(gemini, serverSentEvents(chunks, { done: false }));

  test('has each call once, with its arguments', async () => {
    const { toolCalls, finish } = await read(
      piece({ name: 'read_theme' }),
      begin('read_screen'),
      ...text('$.id', 'A'),
      last,
      begin('read_screen'),
      ...text('$.id', 'B', 'C'),
      last,
      stop,
    );
    expect(finish).toBe('tool_calls');
    expect(toolCalls.map(({ name, args }) => [name, args])).toEqual([
      ['read_theme', {}],
      ['read_screen', { id: 'A' }],
      ['read_screen', { id: 'BC' }],
    ]);
  });

  test('has lists, numbers, truth, nothing and keys of any kind', async () => {
    const { toolCalls } = await read(
      begin('buy'),
      ...text('$.orders[0].symbol', 'SPX'),
      argument('$.orders[0].amount', { numberValue: 0.5 }),
      argument('$.orders[1].isSure', { boolValue: false }),
      argument("$.orders[1]['a.b']", { nullValue: 'NULL_VALUE' }),
      argument('$.__proto__.isAdmin', { boolValue: true }, false),
      stop,
    );
    expect(JSON.stringify(toolCalls.map(({ args }) => args))).toBe(
      '[{"orders":[{"symbol":"SPX","amount":0.5},{"isSure":false,"a.b":null}],"__proto__":{"isAdmin":true}}]',
    );
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('takes an end that is missing from the next call, and one that comes twice once', async () => {
    const { toolCalls } = await read(
      begin('one'),
      ...text('$.id', 'A'),
      begin('two'),
      ...text('$.id', 'B'),
      last,
      last,
      stop,
    );
    expect(toolCalls.map(({ name, args }) => [name, args])).toEqual([
      ['one', { id: 'A' }],
      ['two', { id: 'B' }],
    ]);
  });

  const half = argument('$.id', { stringValue: 'A', willContinue: true });
  test.each([
    ['a text that is cut off', [begin('one'), half, stop]],
    ['a gap in a list', [begin('one'), ...text('$.ids[2]', 'A'), last, stop]],
    ['two values in one place', [begin('one'), ...text('$.a', 'A'), ...text('$.a.b', 'B'), stop]],
    ['a path that is none', [begin('one'), ...text('ids[*]', 'A'), last, stop]],
  ])('marks a call with %s', async (_, chunks) => {
    const { toolCalls } = await read(...chunks);
    expect(toolCalls).toMatchObject([{ name: 'one', args: {}, argsError: expect.any(String) }]);
  });

  test('with a piece of no call is an error', async () => {
    const events = serverSentEvents([...text('$.id', 'A'), stop], { done: false });
    expect(await failure(asking(gemini).stream({ events }))).toMatchObject({ kind: 'transient' });
  });
});
