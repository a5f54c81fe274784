import { expect, test } from 'vitest';
import { costsSearchOf, daysOf } from '../../../../web/src/pages/costs/costs-search.ts';
import { exactDollars } from '../../../../web/src/components/values/figures.ts';

test('an address that says nothing, or nonsense, asks for pipelines over 30 days', () => {
  const usual = { by: 'pipeline', period: 'month' };
  expect(costsSearchOf({})).toEqual(usual);
  expect(costsSearchOf({ by: 'weather', period: 'constructor' })).toEqual(usual);
  expect(costsSearchOf({ by: 'day', period: 'week' })).toEqual({ by: 'day', period: 'week' });
});

test('a period ends today, in UTC', () => {
  const now = Date.parse('2026-03-01T23:30:00Z');
  expect(daysOf('today', now)).toEqual(['2026-03-01']);
  expect(daysOf('week', now)).toHaveLength(7);
  expect(daysOf('week', now)[0]).toBe('2026-02-23');
});

test.each([
  ['0', '$0.00'],
  ['1.2', '$1.20'],
  ['0.000123', '$0.000123'],
  ['1234567.8900', '$1,234,567.89'],
  ['-0.5', '−$0.50'],
])('money is shown with every digit of it: %s → %s', (amount, text) => {
  expect(exactDollars(amount)).toBe(text);
});
