import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { enoughFrom, returnFigures } from '../../../../activities/trading/performance/figures.ts';
import { calendarReturns } from '../../../../activities/trading/performance/monthly-returns.ts';

/** The formulas of empyrical (github.com/quantopian/empyrical, stats.py), written anew: they share no code with Baton's. */
function byEmpyrical(returns: number[], perYear: number) {
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (returns.length - 1));
  const downside = Math.sqrt(
    returns.reduce((sum, one) => sum + Math.min(one, 0) ** 2, 0) / returns.length,
  );
  let [worth, peak, deepest] = [1, 1, 0];
  for (const one of returns) {
    worth *= 1 + one;
    peak = Math.max(peak, worth);
    deepest = Math.min(deepest, worth / peak - 1);
  }
  return {
    totalReturn: worth - 1,
    volatility: deviation * perYear ** 0.5,
    sharpe: (mean / deviation) * Math.sqrt(perYear),
    sortino: (mean * perYear) / (downside * Math.sqrt(perYear)),
    maxDrawdown: deepest,
  };
}

const valuesOf = (returns: number[]) =>
  returns.reduce((values, one) => [...values, values.at(-1)! * (1 + one)], [10_000]);

const quarter = { from: '2026-01-01', to: '2026-03-31', periodsPerYear: 252 };

describe('figures of daily returns', () => {
  it('are those of empyrical', () => {
    const anyReturns = fc.array(fc.integer({ min: -2_000, max: 2_500 }), {
      minLength: 20,
      maxLength: 90,
    });
    fc.assert(
      fc.property(anyReturns, (given) => {
        fc.pre(new Set(given).size > 1 && given.some((one) => one < 0));
        const returns = given.map((one) => one / 10_000);
        const expected = byEmpyrical(returns, 252);
        const figures = returnFigures(valuesOf(returns), quarter);
        for (const [name, value] of Object.entries(expected)) {
          expect(figures[name as keyof typeof expected], name).toBeCloseTo(value, 7);
        }
      }),
    );
  });

  it('say nothing of risk with fewer than 20 returns, and nothing of a year before it is over', () => {
    const young = returnFigures(valuesOf(Array.from({ length: 19 }, () => 0.01)), quarter);
    expect(young).toMatchObject({
      totalReturn: expect.closeTo(1.01 ** 19 - 1, 9),
      annualReturn: null,
      volatility: null,
      sharpe: null,
      sortino: null,
      maxDrawdown: 0,
    });
    const year = { from: '2025-01-01', to: '2025-12-31', periodsPerYear: 252 };
    const old = returnFigures([100, 121], year);
    expect(old.annualReturn).toBeCloseTo(1.21 ** (365.25 / 365) - 1, 9);
  });

  it('are enough from the twentieth day on, and for a year from the day before its anniversary', () => {
    const days = Array.from({ length: 25 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    );
    const known = { ratiosFrom: '2026-01-20', annualFrom: '2026-12-31' };
    expect(enoughFrom(days, 365)).toEqual(known);
    expect(enoughFrom(days.slice(0, 3), 365)).toEqual(known);
    // Friday the 2nd and 18 days of trading after it.
    expect(enoughFrom(['2026-01-01', '2026-01-02'], 252).ratiosFrom).toBe('2026-01-28');
  });
});

describe('returns of months', () => {
  const at = (day: string, equity: number) => ({ day, equity: new Decimal(equity) });
  const points = [
    at('2025-11-28', 1_100),
    at('2025-12-01', 1_000),
    at('2025-12-31', 990),
    at('2026-02-02', 1_089),
  ];

  it('are from the last close before the month to its own, and compound to that of the year', () => {
    expect(calendarReturns(new Decimal(1_000), points)).toEqual({
      months: [
        { month: '2025-11', return: 0.1 },
        { month: '2025-12', return: -0.1 },
        { month: '2026-02', return: 0.1 },
      ],
      years: [
        { year: '2025', return: -0.01 },
        { year: '2026', return: 0.1 },
      ],
    });
  });
});
