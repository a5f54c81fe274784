import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookAfter } from '../../../../../activities/trading/exchange/book/apply-event.ts';
import {
  availableIn,
  groupOf,
  remainingOf,
} from '../../../../../activities/trading/exchange/book/book.ts';
import type { Book, BookOrder } from '../../../../../activities/trading/exchange/book/book.ts';
import type { BookEvent } from '../../../../../contracts/trading/book-events.ts';
import { reserveFor } from '../../../../../activities/trading/exchange/book/reserve.ts';
import { tradable } from '../../../../../activities/trading/exchange/book/working-order.ts';
import { defaultMatchingTerms } from '../../../../../activities/trading/exchange/matching/matching.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';
import { isFinal, isWorking } from '../../../../../contracts/trading/orders.ts';
import { anyTrading } from './any-trading.ts';
import { simulate } from './simulation.ts';
import type { Happened, Passed } from './simulation.ts';

/** `EXCHANGE_SEQUENCES=10000` looks deep. */
const sequences = Number(process.env['EXCHANGE_SEQUENCES'] ?? 300);
const hasToHold = { numRuns: sequences };

/** What there is, in a form that can be compared. */
function pictureOf(book: Book) {
  const plain = (value: Decimal) => value.toFixed();
  return {
    cash: plain(book.cash),
    realized: plain(book.realized),
    fees: plain(book.fees),
    borrowFees: plain(book.borrowFees),
    deposited: plain(book.deposited),
    positions: [...book.positions].map(([symbol, { quantity, averagePrice }]) => [
      symbol,
      plain(quantity),
      plain(averagePrice),
    ]),
    orders: [...book.orders.values()].map(({ id, status, filled, reserve, triggered, fills }) => [
      id,
      status,
      plain(filled),
      plain(reserve),
      triggered,
      fills,
    ]),
  };
}

function check(law: (book: Book, happened: Happened) => void): void {
  fc.assert(
    fc.property(anyTrading, (trading) => {
      simulate(trading, law);
    }),
    hasToHold,
  );
}

const quantitiesOf = (positions: Book['positions']) =>
  new Map([...positions].map(([symbol, { quantity }]) => [symbol, quantity]));

const groupNameOf = (book: Book, id: string) => book.orders.get(id)!.content.group ?? id;

/** Whether a buy has made a short smaller, and not more than closed it. */
function isCover({ orders, positions }: Book, event: BookEvent): boolean {
  if (event.kind !== 'filled') return false;
  const { side, symbol } = orders.get(event.orderId)!.content;
  return side === 'buy' && !positions.get(symbol)?.quantity.gt(0);
}

describe(`over ${sequences} sequences of orders and bars`, { timeout: 600_000 }, () => {
  test('what was put in is the cash, the positions at cost and the fees, less what was gained', () => {
    check(({ cash, positions, fees, borrowFees, realized, deposited }) => {
      const atCost = [...positions.values()].reduce(
        (sum, { quantity, averagePrice }) => sum.plus(quantity.times(averagePrice)),
        new Decimal(0),
      );
      const off = cash.plus(atCost).plus(fees).plus(borrowFees).minus(realized).minus(deposited);
      expect(off.abs().lt('1e-25')).toBe(true);
    });
  });

  test('only what closes a short, or borrows it, takes cash that is not there, or that other orders hold', () => {
    let before = new Decimal(0);
    check((book, { event }) => {
      if (event.kind === 'opened') before = new Decimal(0);
      const now = availableIn(book);
      if (!isCover(book, event) && event.kind !== 'borrow_fee')
        expect(now.gte(Decimal.min(0, before))).toBe(true);
      before = now;
      for (const { reserve } of book.orders.values()) expect(reserve.gte(0)).toBe(true);
    });
  });

  test('an order that has ended holds nothing, and what is filled is what was ordered', () => {
    check((book) => {
      for (const order of book.orders.values()) {
        if (isFinal(order.status)) expect(order.reserve.isZero()).toBe(true);
        expect(order.filled.lte(order.quantity)).toBe(true);
        expect(order.status === 'filled').toBe(order.filled.eq(order.quantity));
        const together = groupOf(book, order).reduce(
          (sum, { filled }) => sum.plus(filled),
          new Decimal(0),
        );
        expect(together.lte(order.quantity)).toBe(true);
      }
    });
  });

  test('what an order of a group would cost is held as long as it works', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        const replaced = new Set<string>();
        const { terms } = simulate({ ...trading, actions: [] }, () => undefined);
        simulate(trading, (book, { event }) => {
          if (event.kind === 'replaced') replaced.add(groupNameOf(book, event.orderId));
          if (event.kind === 'submitted' || event.kind === 'accepted') return;
          for (const order of book.orders.values()) {
            const { content, status, reduceOnly, reserve } = order;
            const { group, side, leg } = content;
            if (group === undefined || leg !== 'entry' || side === 'sell' || reduceOnly) continue;
            if (!isWorking(status) || status === 'pending_cancel' || replaced.has(group)) continue;
            const quantity = remainingOf(book, order).toFixed();
            const held = groupOf(book, order).reduce(
              (sum, other) => (other === order ? sum : sum.plus(other.reserve)),
              reserve,
            );
            const needed = reserveFor({ ...content, quantity }, new Decimal(0), terms);
            // Fees are rounded, here for the rest and there for all of it.
            expect(held.plus('1e-11').gte(needed)).toBe(true);
          }
        });
      }),
      hasToHold,
    );
  });

  test('no fill comes before its order was accepted, nor outside of its bar, nor beyond its limit', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        simulate(trading, ({ orders }, { event, bar, acceptedAt }) => {
          if (event.kind !== 'filled') return;
          const { orderId, fill } = event;
          const { side, type, limitPrice, parentId } = orders.get(orderId)!.content;
          // A stop or a target works from the fill of its entry on, on the same bar.
          expect(bar!.time >= acceptedAt(parentId ?? orderId)).toBe(true);
          const price = Number(fill.price);
          expect(price).toBeGreaterThanOrEqual(bar!.low);
          expect(price).toBeLessThanOrEqual(bar!.high);
          if (!type.includes('limit')) return;
          const better = new Decimal(limitPrice!).minus(fill.price).times(side === 'buy' ? 1 : -1);
          expect(better.gte(0)).toBe(true);
        });
      }),
      hasToHold,
    );
  });

  test('orders together get no more of a bar than their share of its volume', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        const got = new Map<string, Decimal>();
        simulate(trading, (_book, { event, bar }) => {
          if (event.kind !== 'filled') return;
          const sum = (got.get(bar!.time) ?? new Decimal(0)).plus(event.fill.quantity);
          got.set(bar!.time, sum);
          expect(sum.lte(new Decimal(bar!.volume).times(defaultMatchingTerms.volumeShare))).toBe(
            true,
          );
        });
      }),
      hasToHold,
    );
  });

  test('an account that may not sell short never does', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        simulate({ ...trading, allowShort: false }, ({ positions }) => {
          for (const { quantity } of positions.values()) expect(quantity.gt(0)).toBe(true);
        });
      }),
      hasToHold,
    );
  });

  test('what may only reduce never opens a position, adds to one, nor goes through zero', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        let before = new Map<string, Decimal>();
        simulate(trading, ({ orders, positions }, { event }) => {
          if (event.kind === 'filled') {
            const { content, reduceOnly } = orders.get(event.orderId)!;
            const was = before.get(content.symbol) ?? new Decimal(0);
            const is = positions.get(content.symbol)?.quantity ?? new Decimal(0);
            if (content.leg !== 'entry' || reduceOnly) {
              expect(is.abs().lt(was.abs())).toBe(true);
              expect(is.isZero() || is.isPositive() === was.isPositive()).toBe(true);
            }
          }
          before = quantitiesOf(positions);
        });
      }),
      hasToHold,
    );
  });

  test('nothing is opened while the kill switch is on, nor beyond the largest exposure', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        let before = new Map<string, Decimal>();
        simulate(trading, (book, { event, killSwitch, priceOf }) => {
          if (event.kind === 'filled') {
            const { content } = book.orders.get(event.orderId)!;
            const was = before.get(content.symbol) ?? new Decimal(0);
            const is = book.positions.get(content.symbol)?.quantity ?? new Decimal(0);
            const isOpposite = was.isZero() || was.isPositive() !== is.isPositive();
            const opens = !is.isZero() && (isOpposite || is.abs().gt(was.abs()));
            if (opens) {
              expect(killSwitch).toBe(false);
              const worths = [...book.positions].map(([symbol, { quantity }]) =>
                quantity.times(symbol === content.symbol ? event.fill.price : priceOf(symbol)),
              );
              const equity = worths.reduce((sum, worth) => sum.plus(worth), book.cash);
              const exposure = worths.reduce((sum, worth) => sum.plus(worth.abs()), new Decimal(0));
              const most = equity.plus(event.fill.fee).times(trading.grossExposure);
              expect(exposure.lte(most)).toBe(true);
            }
          }
          before = quantitiesOf(book.positions);
        });
      }),
      hasToHold,
    );
  });

  test('what a fill opens with a stop has a stop of its size, and one that a bar reaches leaves nothing open', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        let before = new Map<string, Decimal>();
        const [opened, covered] = [new Map<string, Decimal>(), new Map<string, Decimal>()];
        const add = (to: Map<string, Decimal>, id: string, quantity: Decimal) =>
          to.set(id, quantity.plus(to.get(id) ?? 0));
        function look({ orders, positions }: Book, { event }: Happened): void {
          if (event.kind === 'filled') {
            const { id, content } = orders.get(event.orderId)!;
            const { leg, symbol, type, stopLoss, trailAmount } = content;
            const was = before.get(symbol) ?? new Decimal(0);
            const is = positions.get(symbol)?.quantity ?? new Decimal(0);
            const isOpposite = was.isZero() || was.isPositive() !== is.isPositive();
            const more = isOpposite ? is.abs() : Decimal.max(0, is.abs().minus(was.abs()));
            const hasStop = stopLoss !== undefined || (type !== 'trailing_stop' && trailAmount);
            if (leg === 'entry' && hasStop && more.gt(0)) add(opened, id, more);
          }
          if (event.kind === 'submitted' && event.order.leg === 'stop')
            add(covered, event.order.parentId!, new Decimal(event.order.quantity));
          before = quantitiesOf(positions);
        }
        function afterBar(book: Book, passed: Passed): void {
          const plain = (sums: Map<string, Decimal>) =>
            [...sums].map(([id, sum]) => [id, sum.toFixed()]);
          expect(plain(covered)).toEqual(plain(opened));
          const { bar, before: orders, events, held } = passed;
          const isReached = ({ content: { leg, side, stopPrice } }: BookOrder) =>
            leg === 'stop' &&
            (side === 'sell' ? bar.low <= Number(stopPrice) : bar.high >= Number(stopPrice));
          const left = orders.filter(isReached).some(({ id }) => {
            const order = book.orders.get(id)!;
            return isWorking(order.status) && tradable(book, order, trading.allowShort).gt(0);
          });
          if (!left) return;
          const fills = events.filter((event) => event.kind === 'filled');
          const used = fills.reduce((sum, { fill }) => sum.plus(fill.quantity), new Decimal(0));
          const share = new Decimal(bar.volume).times(defaultMatchingTerms.volumeShare);
          // Only the bar's volume keeps it waiting, and nothing was opened with that before.
          expect(share.minus(used).lt(0.0001)).toBe(true);
          const now = book.positions.get(passed.symbol)!.quantity;
          expect(now.abs().lte(held.abs())).toBe(true);
        }
        simulate(trading, look, afterBar);
      }),
      hasToHold,
    );
  });

  test('the cash is what was put in, less what was paid, to the last digit', () => {
    let paid = new Decimal(0);
    check((book, { event }) => {
      if (event.kind === 'opened') paid = new Decimal(event.deposit);
      if (event.kind === 'borrow_fee') paid = paid.minus(event.amount);
      if (event.kind === 'filled') {
        const { quantity, price, fee } = event.fill;
        const isBuy = book.orders.get(event.orderId)!.content.side === 'buy';
        paid = paid.plus(new Decimal(quantity).times(price).times(isBuy ? -1 : 1)).minus(fee);
      }
      expect(book.cash.toFixed()).toBe(paid.toFixed());
    });
  });

  test('every possible event occurs', () => {
    const kinds = new Set<string>();
    for (const trading of fc.sample(anyTrading, { numRuns: 300, seed: 7 })) {
      simulate(trading, ({ orders }, { event }) => {
        kinds.add(event.kind);
        if (!('orderId' in event)) return;
        if (event.kind === 'canceled') kinds.add(event.reason.split(':')[0]!);
        const { status, content } = orders.get(event.orderId)!;
        kinds.add(`${event.kind} ${status} ${content.leg}`);
        if (event.kind !== 'filled') return;
        kinds.add(`${content.type} ${event.fill.liquidity}`);
        if (content.leg === 'entry' && content.group) kinds.add('filled in a group');
      });
    }
    for (const kind of ['borrow_fee', 'margin_call', 'restricted', 'replaced']) {
      expect(kinds).toContain(kind);
    }
    expect(kinds).toContain('filled filled margin');
    expect(kinds).toContain('kill switch');
    expect(kinds).toContain('gross exposure');
    expect(kinds).toContain('replaced partially_filled entry');
    expect(kinds).toContain('replaced accepted stop');
    expect(kinds).toContain('filled in a group');
    expect(kinds).toContain('trailed accepted entry');
    expect(kinds).toContain('trailed accepted stop');
    expect(kinds).toContain('trailing_stop taker');
    for (const leg of ['entry', 'stop', 'target']) {
      for (const end of ['filled filled', 'filled partially_filled', 'canceled canceled']) {
        expect(kinds).toContain(`${end} ${leg}`);
      }
    }
    for (const entry of [
      'denied denied',
      'expired expired',
      'triggered triggered',
      'filled pending_cancel',
    ]) {
      expect(kinds).toContain(`${entry} entry`);
    }
    for (const fill of [
      'market taker',
      'limit taker',
      'limit maker',
      'stop taker',
      'stop_limit taker',
      'stop_limit maker',
    ]) {
      expect(kinds).toContain(fill);
    }
  });

  test('its events rebuild the book, also after they were written down', () => {
    fc.assert(
      fc.property(anyTrading, (trading) => {
        const { book, events } = simulate(trading, () => undefined);
        const read = JSON.parse(JSON.stringify(events)) as BookEvent[];
        expect(pictureOf(bookAfter(read))).toEqual(pictureOf(book));
      }),
      hasToHold,
    );
  });
});
