import { expect, it } from 'vitest';
import { percentText } from '../../../../web/src/trading/account/performance/figure-text.ts';
import { monthRows } from '../../../../web/src/trading/account/performance/month-rows.ts';
import { performanceSearchOf } from '../../../../web/src/trading/account/performance/performance-search.ts';

it('returns of months stand in their year, the newest first, and months without an account are empty', () => {
  const months = [
    { month: '2025-12', return: -0.1 },
    { month: '2026-01', return: 0 },
    { month: '2026-02', return: 0.2 },
  ];
  const years = [
    { year: '2025', return: -0.1 },
    { year: '2026', return: 0.2 },
  ];
  const none = Array.from({ length: 11 }, () => null);
  expect(monthRows({ months, years })).toEqual([
    { year: '2026', months: [0, 0.2, ...none.slice(1)], total: 0.2 },
    { year: '2025', months: [...none, -0.1], total: -0.1 },
  ]);
});

it('a share is read in percent, with a minus sign, and a dash where it is not defined', () => {
  expect([0.0512, -0.0512, -0.00001, null].map(percentText)).toEqual([
    '5.12 %',
    '−5.12 %',
    '0.00 %',
    '–',
  ]);
});

it('the benchmark in the address is a symbol, and nothing else', () => {
  expect(performanceSearchOf({ benchmark: ' btc/usdt ' })).toEqual({ benchmark: 'BTC/USDT' });
  expect(performanceSearchOf({ benchmark: ' ' })).toEqual({});
  expect(performanceSearchOf({ benchmark: 3 })).toEqual({});
});
