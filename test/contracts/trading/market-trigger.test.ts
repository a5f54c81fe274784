import { expect, test } from 'vitest';
import { triggerText } from '../../../contracts/pipelines/triggers/words.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { validatePipeline } from '../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../pipelines/catalog.ts';

const read = (trigger: JsonObject) =>
  validatePipeline(
    {
      name: 'watched',
      triggers: [{ id: 'it', kind: 'market', ...trigger }],
      nodes: [{ id: 'note', kind: 'transform', value: 1 }],
    },
    exampleCatalog(),
  );

test.each([
  [{ on: 'bar-closed', symbol: 'SPX' }, 'when a bar of SPX has closed'],
  [
    { on: 'price-crosses', symbol: 'SPX', price: 1400, direction: 'down' },
    'when SPX falls through 1400',
  ],
  [
    { on: 'indicator-crosses', symbol: 'SPX', indicator: 'sma' },
    'when SPX rises or falls through its SMA 20',
  ],
  [
    { on: 'indicator-crosses', symbol: 'SPX', indicator: 'rsi', level: 70, direction: 'up' },
    'when the RSI 14 of SPX rises through 70',
  ],
  [{ on: 'alert-fired' }, 'when an alert on any symbol has fired'],
])('%j is said in words', (trigger, text) => {
  const { problems, pipeline } = read(trigger);
  expect(problems).toEqual([]);
  expect(triggerText(pipeline!.triggers![0]!)).toBe(text);
});

test.each([
  [{ on: 'bar-closed' }, 'triggers[0].symbol', 'symbol is missing'],
  [{ on: 'price-crosses', symbol: 'SPX' }, 'triggers[0].price', 'price is missing'],
  [{ on: 'indicator-crosses', symbol: 'SPX' }, 'triggers[0].indicator', 'indicator is missing'],
  [
    { on: 'indicator-crosses', symbol: 'SPX', indicator: 'rsi' },
    'triggers[0].level',
    'level is missing',
  ],
])('%j has a mistake, with a fix', (trigger, path, message) => {
  const { problems } = read(trigger);
  expect(problems).toMatchObject([
    { path, message: expect.stringContaining(message), fix: expect.stringContaining('write ') },
  ]);
});
