import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { pnlOf, profitOf } from '../../../../activities/trading/performance/attribution.ts';
import { closedTrades } from '../../../../activities/trading/performance/closed-trades.ts';
import { matchTrades } from '../../../../activities/trading/performance/match-trades.ts';
import type {
  AccountFill,
  BorrowFee,
} from '../../../../activities/trading/performance/match-trades.ts';

const borrowFee = (day: string, amount: string): BorrowFee => ({
  symbol: 'ABC',
  day,
  amount: new Decimal(amount),
});

function fill(
  orderId: string,
  side: 'buy' | 'sell',
  [quantity, price, fee]: readonly [string, string, string?],
  parentId: string | null = null,
): AccountFill {
  return {
    orderId,
    parentId,
    symbol: 'ABC',
    side,
    quantity: new Decimal(quantity),
    price: new Decimal(price),
    fee: new Decimal(fee ?? 0),
    day: '2020-01-06',
  };
}

/** Orders whose ids begin with the same letter are of one owner. */
const sameLetter = (one: string, other: string) => one[0] === other[0];

const shown = (fills: AccountFill[]) =>
  matchTrades(fills, [], sameLetter).map(({ orderId, quantity, realized, fees }) => [
    orderId,
    quantity.toFixed(),
    realized.toFixed(),
    fees.toFixed(),
  ]);

describe('a trade', () => {
  it('is what one order opened, with the fees of its opening and its closing', () => {
    expect(
      shown([fill('a1', 'buy', ['10', '100', '1']), fill('a2', 'sell', ['4', '110', '0.4'])]),
    ).toEqual([['a1', '6', '40', '1.4']]);
  });

  it('is closed by its own stop, though an older one is open', () => {
    expect(
      shown([
        fill('a1', 'buy', ['1', '100']),
        fill('b1', 'buy', ['1', '110']),
        fill('b-stop', 'sell', ['1', '90'], 'b1'),
      ]),
    ).toEqual([
      ['a1', '1', '0', '0'],
      ['b1', '0', '-20', '0'],
    ]);
  });

  it('is closed by its own owner first, and then the oldest by anybody', () => {
    expect(
      shown([
        fill('a1', 'buy', ['1', '100']),
        fill('b1', 'buy', ['1', '110']),
        fill('c1', 'buy', ['1', '120']),
        fill('b2', 'sell', ['2', '130']),
      ]),
    ).toEqual([
      ['a1', '0', '30', '0'],
      ['b1', '0', '20', '0'],
      ['c1', '1', '0', '0'],
    ]);
  });

  it('starts over where an order turns a position around, which splits its fee by quantity', () => {
    expect(
      shown([fill('a1', 'buy', ['1', '100']), fill('a2', 'sell', ['3', '90', '0.3'])]),
    ).toEqual([
      ['a1', '0', '-10', '0.1'],
      ['a2', '-2', '0', '0.2'],
    ]);
  });
});

describe('a borrow fee', () => {
  const on = (day: string, one: AccountFill): AccountFill => ({ ...one, day });
  const borrowFees = (fills: AccountFill[], fees: BorrowFee[]) =>
    matchTrades(fills, fees, sameLetter).map((trade) => [
      trade.orderId,
      trade.borrowFees.toFixed(),
    ]);

  it('is shared by the open shorts by quantity, of which the last takes what is left', () => {
    const shorts = [
      fill('a1', 'sell', ['1', '100']),
      fill('b1', 'sell', ['1', '100']),
      fill('a1', 'sell', ['3', '100']),
      fill('c1', 'sell', ['1', '100']),
    ];
    expect(borrowFees(shorts, [borrowFee('2020-01-06', '0.0000000001')])).toEqual([
      ['a1', '0.000000000067'],
      ['b1', '0.000000000017'],
      ['c1', '0.000000000016'],
    ]);
  });

  it('is of what is short when its day ends, and of no other symbol', () => {
    const fills = [
      on('2020-01-06', fill('a1', 'sell', ['2', '100'])),
      on('2020-01-07', fill('b1', 'sell', ['2', '100'])),
      on('2020-01-08', fill('a2', 'buy', ['2', '100'])),
      on('2020-01-08', { ...fill('c1', 'sell', ['2', '100']), symbol: 'XYZ' }),
    ];
    const fees = [
      borrowFee('2020-01-06', '1'),
      borrowFee('2020-01-07', '1'),
      borrowFee('2020-01-08', '1'),
    ];
    expect(borrowFees(fills, fees)).toEqual([
      ['a1', '1.5'],
      ['b1', '1.5'],
      ['c1', '0'],
    ]);
  });

  it('finds nobody while nothing is short', () => {
    expect(borrowFees([fill('a1', 'buy', ['2', '100'])], [borrowFee('2020-01-06', '1')])).toEqual([
      ['a1', '0'],
    ]);
  });

  it('makes a loss of a closed trade that earned nothing else', () => {
    const fills = [
      fill('a1', 'sell', ['1', '100']),
      on('2020-01-07', fill('a2', 'buy', ['1', '100'])),
    ];
    const trades = matchTrades(fills, [borrowFee('2020-01-06', '0.25')], sameLetter);
    expect(closedTrades(trades)).toMatchObject({ closed: 1, winRate: 0, worst: '-0.25' });
  });
});

describe('closed trades', () => {
  it('have a win rate, a profit factor and an average after fees', () => {
    const trades = matchTrades(
      [
        fill('a1', 'buy', ['1', '100', '1']),
        fill('a2', 'sell', ['1', '121', '1']),
        fill('b1', 'sell', ['2', '100']),
        fill('b2', 'buy', ['2', '105', '1']),
        fill('c1', 'buy', ['1', '100', '1']),
        fill('c2', 'sell', ['1', '101']),
        fill('d1', 'buy', ['1', '50']),
      ],
      [],
      sameLetter,
    );
    // By hand: 19 won, 11 lost, 0 of one that earned its fee, and one that is open.
    expect(closedTrades(trades)).toEqual({
      closed: 3,
      open: 1,
      winRate: 1 / 3,
      profitFactor: 19 / 11,
      averagePnl: '2.666666666667',
      best: '19',
      worst: '-11',
    });
  });
});

const anyFills = fc.array(
  fc.record({
    owner: fc.constantFrom('a', 'b', 'c'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 99_999 }).map((units) => `${units / 10_000}`),
    price: fc.integer({ min: 1, max: 1e9 }).map((units) => new Decimal(units).div(1e7).toFixed()),
    fee: fc.integer({ min: 0, max: 1e9 }).map((units) => new Decimal(units).div(1e12).toFixed()),
  }),
  { maxLength: 40 },
);

it('borrow fees go to shorts alone, to the last digit', () => {
  const anyFees = fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(anyFills, anyFees, (given, amounts) => {
      const dayOf = (index: number) => new Date(index * 86_400_000).toISOString().slice(0, 10);
      const fills = given.map(({ owner, side, quantity, price }, index) => ({
        ...fill(`${owner}${index}`, side, [quantity, price]),
        day: dayOf(index),
      }));
      const paid = amounts.map((units, index) =>
        borrowFee(dayOf(index), new Decimal(units).div(1e12).toFixed()),
      );
      // By the position that all fills until a day come to.
      const whole = paid.reduce((sum, { day, amount }) => {
        const held = fills
          .filter((one) => one.day <= day)
          .reduce(
            (total, { side, quantity }) =>
              side === 'buy' ? total.plus(quantity) : total.minus(quantity),
            new Decimal(0),
          );
        return held.lt(0) ? sum.plus(amount) : sum;
      }, new Decimal(0));
      const trades = matchTrades(fills, paid, sameLetter);
      expect(profitOf(trades, new Map()).borrowFees.toFixed()).toBe(whole.toFixed());
      expect(trades.every(({ borrowFees }) => borrowFees.gte(0))).toBe(true);
    }),
  );
});

it('trades add up to what was paid, received and is held, to the last digit', () => {
  fc.assert(
    fc.property(anyFills, (given) => {
      const fills = given.map(({ owner, side, quantity, price, fee }, index) =>
        fill(`${owner}${index}`, side, [quantity, price, fee]),
      );
      const mark = new Decimal('123.456789');
      const whole = fills.reduce((sum, one) => {
        const worth = one.quantity.times(mark.minus(one.price));
        return (one.side === 'buy' ? sum.plus(worth) : sum.minus(worth)).minus(one.fee);
      }, new Decimal(0));
      const trades = matchTrades(fills, [], sameLetter);
      expect(pnlOf(profitOf(trades, new Map([['ABC', mark]]))).toFixed()).toBe(whole.toFixed());
      const signs = new Set(
        trades.filter(({ quantity }) => !quantity.isZero()).map(({ quantity }) => quantity.s),
      );
      expect(signs.size).toBeLessThanOrEqual(1);
    }),
  );
});
