import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grossExposure } from '../../../../activities/trading/exchange/exposure.ts';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { positionsAfter } from '../../../../activities/trading/exchange/positions.ts';
import type { Trade } from '../../../../activities/trading/exchange/positions.ts';

const trade = (side: 'buy' | 'sell', quantity: string, price: string, symbol = 'SPX'): Trade => ({
  symbol,
  side,
  quantity,
  price,
});

function position(trades: Trade[]) {
  const found = positionsAfter(trades).get('SPX');
  return found && [found.quantity.toNumber(), found.averagePrice.toNumber()];
}

const anyTrade = fc.record({
  symbol: fc.constantFrom('SPX', 'BTC/USDT'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity: fc.integer({ min: 1, max: 100_000 }).map((units) => `${units / 10_000}`),
  price: fc.integer({ min: 1, max: 1_000_000 }).map((cents) => `${cents / 100}`),
});

describe('positions', () => {
  test('average the price of what was added, and keep it when some is sold', () => {
    expect(position([trade('buy', '1', '100'), trade('buy', '3', '200')])).toEqual([4, 175]);
    expect(
      position([trade('buy', '1', '100'), trade('buy', '3', '200'), trade('sell', '2', '900')]),
    ).toEqual([2, 175]);
  });

  test('start over when they turn from long to short, and end when all is sold', () => {
    expect(position([trade('buy', '1', '100'), trade('sell', '3', '120')])).toEqual([-2, 120]);
    expect(position([trade('sell', '2', '100'), trade('buy', '2', '90')])).toBeUndefined();
  });

  test('are the sum of what was traded', () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { maxLength: 30 }), (trades) => {
        const positions = positionsAfter(trades);
        for (const symbol of ['SPX', 'BTC/USDT']) {
          const sum = trades
            .filter((one) => one.symbol === symbol)
            .reduce(
              (total, one) =>
                total.plus(new Decimal(one.quantity).times(one.side === 'buy' ? 1 : -1)),
              new Decimal(0),
            );
          expect(positions.get(symbol)?.quantity.toFixed() ?? '0').toBe(sum.toFixed());
        }
      }),
    );
  });
});

describe('gross exposure', () => {
  const prices = new Map([['SPX', new Decimal(10)]]);
  const held = positionsAfter([trade('buy', '5', '9')]);

  test('counts open orders as filled, at their worst', () => {
    const buy = { symbol: 'SPX', side: 'buy' as const, quantity: '2' };
    const sell = { symbol: 'SPX', side: 'sell' as const, quantity: '20' };
    expect(grossExposure(held, [], prices).toNumber()).toBe(50);
    expect(grossExposure(held, [buy], prices).toNumber()).toBe(70);
    expect(grossExposure(held, [buy, sell], prices).toNumber()).toBe(150);
  });

  test('does not grow with an order that sells a part of what is held', () => {
    const sell = { symbol: 'SPX', side: 'sell' as const, quantity: '3' };
    expect(grossExposure(held, [sell], prices).toNumber()).toBe(50);
  });
});
