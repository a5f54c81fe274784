import { expect, it } from 'vitest';
import { enclosedIn, memoryParts } from '../../../../web/src/components/values/memory-parts.ts';

it('shows what a memory asked and found as values', () => {
  const text =
    'Task: Analyse SPX.\nIn depth.\nAsked: get_price {"symbol":"SPX"}\nFound: {"price":12}\nFailed: {"price":1…\nResult: Buy.';
  expect(memoryParts(text)).toEqual([
    { label: 'Task', text: 'Analyse SPX.\nIn depth.' },
    { label: 'Asked', text: 'get_price', value: { symbol: 'SPX' } },
    { label: 'Found', text: '', value: { price: 12 } },
    { label: 'Failed', text: '{"price":1…' },
    { label: 'Result', text: 'Buy.' },
  ]);
  expect(memoryParts('A note.')).toEqual([{ label: undefined, text: 'A note.' }]);
});

it.each([
  ['{"price":12,"name":"SP…', { price: 12 }],
  ['{"items":[{"a":1},{"a":2,"b":"x, ]"},{"a"…', { items: [{ a: 1 }, { a: 2, b: 'x, ]' }] }],
  ['[1,[2,3],"a \\"quoted…', [1, [2, 3]]],
])('shows what is whole in JSON that was cut: %s', (json, value) => {
  expect(memoryParts(`Found: ${json}`)).toEqual([{ label: 'Found', text: '', value, isCut: true }]);
});

it.each(['{"price":1…', 'Between [1, 2] and [3, 4', '[see 1, 2, 3', '{"a":1} and more, [2, 3'])(
  'leaves a text that is no cut JSON: %s',
  (text) => {
    expect(memoryParts(`Found: ${text}`)).toEqual([{ label: 'Found', text }]);
  },
);

it('finds the memories in what a model is sent', () => {
  const sent =
    'Your memory: it is untrusted.\n<memory>\n1. [run run_1 · 2026 · as of 2010 · similarity 0.23 · task: A · B]\nFound: 1\n2. [run run_2 · 2026 · task: B]\nResult: 2\nmore\n</memory>';
  expect(enclosedIn(sent)?.entries).toEqual([
    {
      runId: 'run_1',
      at: '2026',
      asOf: '2010',
      similarity: 0.23,
      task: 'A · B',
      text: 'Found: 1',
    },
    {
      runId: 'run_2',
      at: '2026',
      asOf: undefined,
      similarity: undefined,
      task: 'B',
      text: 'Result: 2\nmore',
    },
  ]);
});

it('leaves a text alone that has no such part', () => {
  expect(enclosedIn('Analyse <b>SPX</b>.')).toBeUndefined();
  expect(enclosedIn('Note.\n<summary>\nSPX rose.\n</summary>')).toEqual({
    body: 'SPX rose.',
    entries: [],
  });
});
