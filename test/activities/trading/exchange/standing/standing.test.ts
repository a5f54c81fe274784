import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterFills,
  emptyStanding,
  openPositions,
} from '../../../../../activities/trading/exchange/standing/standing.ts';
import type { Standing } from '../../../../../activities/trading/exchange/standing/standing.ts';
import { settleTrades } from '../../../../../activities/trading/exchange/positions.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';
import { bookedFill } from './booked-fill.ts';

const anyFill = fc
  .record({
    symbol: fc.constantFrom('ABC', 'XYZ'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 200 }),
    hours: fc.integer({ min: 0, max: 400 }),
  })
  .map(({ symbol, side, quantity, price, hours }) =>
    bookedFill(side, quantity, price, new Date(Date.UTC(2026, 0, 1, hours)).toISOString(), symbol),
  );

const pictureOf = (standing: Standing) => ({
  ...standing.through,
  fees: standing.fees.toFixed(),
  realized: standing.realized.toFixed(20),
  positions: [...openPositions(standing)].map(([symbol, { quantity, averagePrice }]) => [
    symbol,
    quantity.toFixed(),
    averagePrice.toFixed(20),
  ]),
});

describe('the totals of an account', () => {
  test('is the same read all at once as bit by bit, and as the trades settle', () => {
    fc.assert(
      fc.property(fc.array(anyFill, { maxLength: 40 }), fc.nat(40), (fills, cut) => {
        const whole = afterFills(emptyStanding, fills);
        const parts = afterFills(afterFills(emptyStanding, fills.slice(0, cut)), fills.slice(cut));
        expect(pictureOf(parts)).toEqual(pictureOf(whole));
        const { positions, results } = settleTrades(fills);
        const realized = results.reduce((sum, one) => sum.plus(one.realized), new Decimal(0));
        expect(whole.realized.toFixed(20)).toBe(realized.toFixed(20));
        expect(pictureOf(whole).positions).toEqual(
          [...positions].map(([symbol, { quantity, averagePrice }]) => [
            symbol,
            quantity.toFixed(),
            averagePrice.toFixed(20),
          ]),
        );
        // What is recent follows on what was before.
        for (const [symbol, { base, recent, position }] of whole.symbols) {
          const after = afterFills(
            {
              ...emptyStanding,
              symbols: new Map([
                [symbol, { ...whole.symbols.get(symbol)!, position: base, recent: [] }],
              ]),
            },
            recent,
          );
          expect(after.symbols.get(symbol)!.position.quantity.toFixed()).toBe(
            position.quantity.toFixed(),
          );
        }
      }),
    );
  });

  test('keeps the fills of two days of its market, and not those before', () => {
    const hour = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours)).toISOString();
    const fills = [0, 10, 40, 60].map((hours) => bookedFill('buy', 1, 100, hour(hours)));
    const { recent, base } = afterFills(emptyStanding, fills).symbols.get('ABC')!;
    expect(recent.map(({ asOf }) => asOf)).toEqual([hour(40), hour(60)]);
    expect(base.quantity.toNumber()).toBe(2);
  });
});
