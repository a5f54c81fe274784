import { expect, it } from 'vitest';
import { kindOf } from '../../../../web/src/components/values/kinds/kind-of.ts';

const kinds = [
  ['large', { artifact: 'run_1/a#tool', bytes: 70_000, preview: 'It be' }],
  ['decision', { action: 'buy', reason: 'It rises.', order: { quantity: 1 } }],
  ['report', { report: 'It rises.', sources: ['a', 'b'] }],
  ['report', { text: 'A letter' }],
  ['markdown', '# Title\n\n- one\n- two'],
  ['chart', [1, 2, 3, 4, 5]],
  ['chart', [1, 2, 3, 4, 5].map((value) => ({ date: `2026-01-0${value}`, close: value }))],
  ['table', [{ name: 'a', parts: 1 }, { name: 'b' }]],
  ['parts', { research: { report: 'It rises.' }, order: null }],
] as const;

it.each(kinds)('%s: %j', (kind, value) => {
  expect(kindOf(structuredClone(value) as never)?.kind).toBe(kind);
});

it.each([
  ['a short text', 'It rises.'],
  ['nothing', null],
  ['values of no known shape', { price: 1, bars: [[1, 2]] }],
  ['rows in which something is deep', [{ a: { b: 1 } }, { a: { b: 2 } }]],
  ['one row', [{ name: 'a' }]],
  ['an action that is no word', { action: { type: 'buy' } }],
])('%s is only values under their names', (_what, value) => {
  expect(kindOf(value as never)).toBeUndefined();
});

it('says what was decided and why, and keeps the rest', () => {
  expect(kindOf({ action: 'hold', rationale: 'Nothing moved.', confidence: 0.4 })).toEqual({
    kind: 'decision',
    decision: 'hold',
    why: 'Nothing moved.',
    rest: { confidence: 0.4 },
  });
});

it('takes every column that a row has', () => {
  expect(kindOf([{ a: 1 }, { b: 2 }])).toMatchObject({ columns: ['a', 'b'] });
});
