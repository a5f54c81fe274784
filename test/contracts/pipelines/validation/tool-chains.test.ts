import { describe, expect, test } from 'vitest';
import { document, expectMistake, price, problemsOf } from './support.ts';
import type { Case } from './support.ts';

const chain = (...next: object[]) => document({ ...price, next });
const bars = { id: 'bars', tool: 'get_ohlcv', args: { symbol: 'SPX' } };
const reading = (expression: string) => ({
  ...bars,
  args: { symbol: `{{ ${expression} }}` },
});

const mistakes: Case[] = [
  [
    'an unknown tool',
    chain({ ...bars, tool: 'get_ohlvc' }),
    'nodes[0].next[0].tool',
    'tool get_ohlvc not found',
    'did you mean get_ohlcv?',
  ],
  [
    'an argument that does not fit',
    chain({ ...bars, args: { symbol: 'SPX', limit: 900 } }),
    'nodes[0].next[0].args.limit',
    '500',
    '500',
  ],
  [
    'an id that is taken',
    chain(bars, bars),
    'nodes[0].next[1].id',
    'an earlier call has the id bars',
    'an id of its own',
  ],
  [
    'the id of the node',
    chain({ ...bars, id: 'price' }),
    'nodes[0].next[0].id',
    'an earlier call has the id price',
    'an id of its own',
  ],
  [
    'an answer of a later call',
    chain({ ...reading('calls.last.symbol'), id: 'first' }, { ...bars, id: 'last' }),
    'nodes[0].next[0].args.symbol',
    'call last not found among the earlier calls of price',
    'choose one of: price',
  ],
  [
    'its own answer',
    chain(reading('calls.bars.symbol')),
    'nodes[0].next[0].args.symbol',
    'call bars not found among the earlier calls of price',
    'price',
  ],
  [
    'an answer in the first call',
    document({ ...price, args: { symbol: '{{ calls.price.symbol }}' } }),
    'nodes[0].args.symbol',
    'only the calls under `next`',
    'read nodes instead',
  ],
  [
    'an answer outside of a chain',
    document(price, { id: 'end', kind: 'transform', value: '{{ calls.price }}' }),
    'nodes[1].value',
    'only the calls under `next`',
    'read nodes instead',
  ],
];

describe('a chain of tools', () => {
  test.each(mistakes)('with %s is refused', (...tested) => expectMistake(tested));

  test('whose calls read the answers before them is valid', () => {
    const tested = chain(reading('calls.price.symbol'), {
      ...reading('calls.bars.symbol + calls.price.symbol'),
      id: 'more',
    });
    expect(problemsOf(tested)).toEqual([]);
  });
});
