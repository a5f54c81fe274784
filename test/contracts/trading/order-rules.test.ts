import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderProblems } from '../../../contracts/trading/order-rules.ts';
import type { OrderFields } from '../../../contracts/trading/order-rules.ts';

const limit: OrderFields = { side: 'buy', type: 'limit', limitPrice: 100 };
const paths = (order: OrderFields) => orderProblems(order).map(({ path }) => path);

describe('what is wrong with an order whatever the market does', () => {
  it.each<[OrderFields, string[]]>([
    [limit, []],
    [{ side: 'buy', type: 'market' }, []],
    [{ ...limit, limitPrice: null }, ['limitPrice']],
    [{ side: 'sell', type: 'stop', limitPrice: 1 }, ['stopPrice', 'limitPrice']],
    [{ side: 'sell', type: 'stop_limit' }, ['stopPrice', 'limitPrice']],
    [{ ...limit, stopPrice: '90' }, ['stopPrice']],
    [{ ...limit, stopLoss: new Decimal(100), takeProfit: '110' }, ['stopLoss']],
    [{ ...limit, stopLoss: 90, takeProfit: 95 }, ['takeProfit']],
    [{ side: 'buy', type: 'market', stopLoss: 120, takeProfit: 110 }, ['stopLoss']],
  ])('of %j is told at %j', (order, wrong) => {
    expect(paths(order)).toEqual(wrong);
  });

  it('says what to do', () => {
    expect(orderProblems({ side: 'buy', type: 'limit' })).toEqual([
      { path: 'limitPrice', message: 'a limit order needs limitPrice', fix: 'give limitPrice' },
    ]);
  });

  it('is the mirror image for a sell', () => {
    const price = fc.integer({ min: 1, max: 99 });
    fc.assert(
      fc.property(price, price, (stopLoss, takeProfit) => {
        const buy = { ...limit, limitPrice: 50, stopLoss, takeProfit };
        const mirrored = { stopLoss: 100 - stopLoss, takeProfit: 100 - takeProfit };
        expect(paths({ ...buy, side: 'sell', ...mirrored })).toEqual(paths(buy));
      }),
    );
  });
});
