import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { priceStep } from '../../../../activities/trading/rounding.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { positiveField } from '../../../../activities/trading/tools/fields.ts';
import { viewFill } from '../../../../api/trading/view-order.ts';
import { candleRepository } from '../../../../db/trading/candles.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { listFillsOf } from '../../../../db/trading/orders.ts';
import { databases } from '../../../support/databases.ts';
import { scriptedAccount } from './scripted-account.ts';

const digits = (most: number) => fc.bigInt({ min: 1n, max: 10n ** BigInt(most) - 1n });
const textOf = (value: bigint, decimals: number) =>
  new Decimal(value.toString()).div(new Decimal(10).pow(decimals)).toFixed();

/** Prices as text, down to a trillionth of a dollar, and up to eighteen digits. */
const anyPrice = fc.oneof(
  digits(7).map((value) => textOf(value, 12)),
  digits(18).map((value) => textOf(value, 12)),
);
/** Prices as sources give them, which are numbers of fifteen digits. */
const anyNumber = fc
  .tuple(digits(15), fc.integer({ min: 2, max: 18 }))
  .map(([value, decimals]) => Number(textOf(value, decimals)));

test('a price has no exponent in any text', () => {
  fc.assert(
    fc.property(anyPrice, (text) => {
      expect(`${new Decimal(text)}`).toBe(text);
      expect(positiveField.parse(text).toFixed()).toBe(text);
    }),
  );
});

test('what floating point leaves behind fifteen digits is no part of a price', () => {
  expect(positiveField.parse(0.1 + 0.2).toFixed()).toBe('0.3');
  expect(positiveField.parse(0.000008 * 1.1).toFixed()).toBe('0.0000088');
  fc.assert(
    fc.property(digits(15), fc.integer({ min: 2, max: 12 }), (value, decimals) => {
      const text = textOf(value, decimals);
      fc.pre(Number(text) < 1e15 && Number(text) >= 1e-12);
      expect(positiveField.parse(Number(text)).toFixed()).toBe(text);
    }),
  );
});

describe.each(databases)('a price on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('comes out of the candles as it went in', async () => {
    const candles = candleRepository(database.db);
    const prices = fc.sample(anyNumber, { numRuns: 500, seed: 3 });
    const series = { source: 'a test', instrument: 'PEPE/USDT', timeframe: '1m' };
    const rows = prices.map((price, index) => ({
      time: index * 60_000,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: price,
    }));
    const stretch = { from: 0, until: rows.length * 60_000 };
    await candles.add(series, rows, stretch);
    expect(await candles.read(series, stretch)).toEqual(rows);
  });

  test('is the same in order, fill, book and API, and what was paid is exact', async () => {
    await fc.assert(
      fc.asyncProperty(anyPrice, async (text) => {
        const limit = new Decimal(text);
        const [market, low] = [limit.times(1.02).toNumber(), limit.times(0.5).toNumber()];
        const paper = scriptedAccount(
          database.db,
          [
            [market, market, market, market],
            [market, market, low, market],
          ],
          { settings: { instruments: { ABC: { leastNotional: 1e-20 } } } },
        );
        const affordable = new Decimal(9_000).div(limit.times(1.02)).toDecimalPlaces(4);
        const quantity = Decimal.min(50_000, affordable);
        const request = {
          ...paper.request('a', { type: 'limit', referencePrice: market }),
          quantity,
          limitPrice: limit,
        };
        const order = await paper.exchange.placeOrder(request);
        expect(order).toMatchObject({ status: 'accepted' });
        expect(await paper.exchange.placeOrder(request)).toEqual(order);
        paper.pass();
        const settled = await paper.exchange.settle(paper.id('a'));
        expect(settled.order.limitPrice!.toFixed()).toBe(text);
        expect(settled.fills.map(({ price }) => price.toFixed())).toEqual([text]);
        const { cash, positions } = await paper.exchange.portfolio();
        expect(cash.toFixed()).toBe(new Decimal(10_000).minus(quantity.times(limit)).toFixed());
        expect(positions.map(({ averagePrice }) => averagePrice.toFixed())).toEqual([text]);
        const [row] = await paper.rows();
        const [fill] = await listFillsOf(database.db, [paper.id('a')]);
        expect(viewFill({ order: row!, fill: fill! })).toMatchObject({
          price: text,
          quantity: quantity.toFixed(),
        });
        const { settings } = paper;
        expect(await reconcile({ db: database.db, market: paper.market, settings })).toBe(null);
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  test('of an order that was taken with eight decimals of it is the same on a retry', async () => {
    const paper = scriptedAccount(database.db, [[100, 100, 100, 100]]);
    const asked = {
      ...paper.request('a', { type: 'limit' }),
      referencePrice: new Decimal('100.123456789012'),
      limitPrice: new Decimal('97.123456785012'),
      stopLoss: new Decimal('89.0000000123'),
    };
    const kept = (price: Decimal) => price.toDecimalPlaces(8);
    const order = await paper.exchange.placeOrder({
      ...asked,
      limitPrice: kept(asked.limitPrice),
      stopLoss: kept(asked.stopLoss),
    });
    expect(await paper.exchange.placeOrder(asked)).toEqual(order);
    const other = { ...asked, limitPrice: asked.limitPrice.plus('0.00000001') };
    await expect(paper.exchange.placeOrder(other)).rejects.toThrow('under the same id');
    expect(await paper.rows()).toHaveLength(1);
  });

  test('of a millionth of a dollar slips by its basis points, and not by a rounding', async () => {
    const price = 0.000008;
    const paper = scriptedAccount(
      database.db,
      [
        [price, price, price, price],
        [price, price * 2, price, price, 1e12],
      ],
      { settings: { slippageBasisPoints: 2 } },
    );
    await paper.place('a', { quantity: 1_000_000 });
    paper.pass();
    const { fills } = await paper.exchange.settle(paper.id('a'));
    expect(fills.map((fill) => fill.price.toFixed())).toEqual(['0.0000080016']);
    expect(new Decimal(fills[0]!.price).mod(priceStep).isZero()).toBe(true);
  });
});
