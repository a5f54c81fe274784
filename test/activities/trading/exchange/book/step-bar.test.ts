import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../../../../activities/trading/backtest/account.ts';
import { trail } from '../../../../../activities/trading/backtest/exit-orders.ts';
import { trailedTo } from '../../../../../activities/trading/exchange/book/trailing.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';
import { bookAfter } from '../../../../../activities/trading/exchange/book/apply-event.ts';
import { workingIn } from '../../../../../activities/trading/exchange/book/book.ts';
import type { Book } from '../../../../../activities/trading/exchange/book/book.ts';
import { stepBar } from '../../../../../activities/trading/exchange/book/step-bar.ts';
import type { BarStep } from '../../../../../activities/trading/exchange/book/step-bar.ts';
import { defaultMatchingTerms } from '../../../../../activities/trading/exchange/matching/matching.ts';
import type { BookEvent, OrderContent } from '../../../../../contracts/trading/book-events.ts';

const free = { slippageBasisPoints: 0, makerFeeBasisPoints: 0, takerFeeBasisPoints: 0 };
const hourMs = 3_600_000;

type Ordered = Partial<OrderContent> & { quantity: string };

/** A book with cash, what is held at 100, and orders that were accepted in this order. */
function bookWith(cash: string, held: string, orders: Record<string, Ordered>): Book {
  const accepted = Object.entries(orders).flatMap(([orderId, ordered]): BookEvent[] => [
    {
      kind: 'submitted',
      orderId,
      order: {
        symbol: 'ABC',
        side: 'buy',
        type: 'market',
        timeInForce: 'gtc',
        leg: 'entry',
        ...ordered,
      },
    },
    { kind: 'accepted', orderId, reserve: '0' },
  ]);
  const positions = held === '0' ? [] : [{ symbol: 'ABC', quantity: held, averagePrice: '100' }];
  return bookAfter([{ kind: 'adopted', cash, positions, orders: [] }, ...accepted]);
}

/** What a bar does to it: fills in order, by the entry's id and the leg, and orders that end. */
function step(
  book: Book,
  [open, high, low, close, volume = 1e6]: [number, number, number, number, number?],
  change: Partial<BarStep> = {},
): string[] {
  const events = stepBar(book, {
    symbol: 'ABC',
    bar: { time: '2020-01-06T10:00:00.000Z', open, high, low, close, volume },
    lengthMs: hourMs,
    terms: { ...defaultMatchingTerms, ...free },
    allowShort: true,
    ...change,
  });
  const nameOf = (id: string) => {
    const { leg, parentId } = book.orders.get(id)!.content;
    return leg === 'entry' ? id : `${leg} of ${parentId}`;
  };
  return events.flatMap((event) => {
    if (event.kind === 'filled') {
      const { quantity, price } = event.fill;
      return [`${nameOf(event.orderId)} ${quantity}@${price}`];
    }
    return event.kind === 'canceled' ? [`${nameOf(event.orderId)} canceled`] : [];
  });
}

const heldIn = (book: Book) => book.positions.get('ABC')?.quantity.toNumber() ?? 0;
const protecting = (book: Book) =>
  workingIn(book).map(({ content: { leg, quantity } }) => `${leg} ${quantity}`);

describe('a stop and a target', () => {
  const bracket = { stopLoss: '105', takeProfit: '90' };

  test('protect what a fill opens, and nothing of what it closes', () => {
    const book = bookWith('10000', '50', { turns: { side: 'sell', quantity: '80', ...bracket } });
    expect(step(book, [100, 101, 99, 100])).toEqual(['turns 80@100']);
    expect([heldIn(book), protecting(book)]).toEqual([-30, ['stop 30', 'target 30']]);
  });

  test('do not come with a fill that only closes', () => {
    const book = bookWith('10000', '50', { closes: { side: 'sell', quantity: '20', ...bracket } });
    expect(step(book, [100, 101, 99, 100])).toEqual(['closes 20@100']);
    expect(protecting(book)).toEqual([]);
  });
});

describe('a buy that covers a short and opens a long', () => {
  test('covers it though the cash is not enough for the rest, which is canceled', () => {
    const book = bookWith('1000', '-50', { turns: { quantity: '80' } });
    expect(step(book, [100, 101, 99, 100])).toEqual(['turns 50@100', 'turns canceled']);
    expect([heldIn(book), book.cash.toNumber()]).toEqual([0, -4_000]);
  });

  test('is filled as a whole where the cash is enough', () => {
    const book = bookWith('8000', '-50', { turns: { quantity: '80' } });
    expect(step(book, [100, 101, 99, 100])).toEqual(['turns 80@100']);
  });

  test('covers it where the rest would fill beyond the collar', () => {
    const book = bookWith('99000', '-50', { turns: { quantity: '80' } });
    const collar = { percent: 1, referenceOf: () => new Decimal(90) };
    expect(step(book, [100, 101, 99, 100], { collar })).toEqual(['turns 50@100', 'turns canceled']);
  });
});

describe('on the bar of its entry', () => {
  const long = { quantity: '10', stopLoss: '95', takeProfit: '110' };

  test('a stop gets the volume before what else opens', () => {
    const book = bookWith('99000', '0', {
      entry: long,
      adds: { quantity: '30', type: 'limit', limitPrice: '98' },
    });
    expect(step(book, [100, 101, 94, 96, 250])).toEqual([
      'entry 10@100',
      'stop of entry 10@95',
      'target of entry canceled',
      'adds 5@98',
    ]);
  });
});

test('a stop whose position is closed closes nothing that the bar opens later', () => {
  const book = bookWith('99000', '10', {
    stop: { side: 'sell', type: 'stop', stopPrice: '95', quantity: '10', leg: 'stop' },
    close: { side: 'sell', quantity: '10' },
    opens: { quantity: '10' },
  });
  expect(step(book, [100, 101, 94, 96])).toEqual([
    'close 10@100',
    'stop of undefined canceled',
    'opens 10@100',
  ]);
  expect([heldIn(book), protecting(book)]).toEqual([10, []]);
});

describe('a trailing stop', () => {
  const bars: [number, number, number, number][] = [
    [100, 106, 99, 104],
    [104, 105, 103, 103],
    [103, 109, 102.5, 108],
    [108, 108, 102, 103],
  ];
  const pass = (book: Book) => bars.map((bar) => step(book, bar));
  const stops = (book: Book) => workingIn(book).map(({ content: { stopPrice } }) => stopPrice);

  test('follows the close of each bar at its distance, and never moves back', () => {
    const trailing = { type: 'trailing_stop', stopPrice: '97', trailAmount: '3' } as const;
    const book = bookWith('0', '10', { stop: { side: 'sell', quantity: '10', ...trailing } });
    const stood = bars.slice(0, 3).map((bar) => {
      expect(step(book, bar)).toEqual([]);
      return stops(book)[0];
    });
    expect(stood).toEqual(['101', '101', '105']);
    expect(step(book, bars[3]!)).toEqual(['stop 10@105']);
  });

  test('of an entry begins at its distance from the fill, and works on the bar of the fill', () => {
    const book = bookWith('9000', '0', { entry: { quantity: '10', trailAmount: '0.5' } });
    expect(step(book, bars[0]!)).toEqual(['entry 10@100', 'stop of entry 10@99.5']);
  });

  test('of an entry follows the closes from the bar of the fill on', () => {
    const book = bookWith('9000', '0', { entry: { quantity: '10', trailPercent: '2' } });
    expect(step(book, bars[0]!)).toEqual(['entry 10@100']);
    expect(stops(book)).toEqual(['102']);
    expect(step(book, [104, 105, 101.5, 103])).toEqual(['stop of entry 10@102']);
  });

  test('of an entry with a stop loss begins at the nearer of the two', () => {
    const short = { side: 'sell', quantity: '10', trailAmount: '3' } as const;
    const far = bookWith('9000', '0', { entry: { ...short, stopLoss: '110' } });
    step(far, [100, 101, 99, 101]);
    const near = bookWith('9000', '0', { entry: { ...short, stopLoss: '102' } });
    step(near, [100, 101, 99, 101]);
    expect([stops(far), stops(near)]).toEqual([['103'], ['102']]);
  });

  test('that a bar fills in part stays where it was reached', () => {
    const trailing = { type: 'trailing_stop', stopPrice: '99', trailAmount: '1' } as const;
    const book = bookWith('0', '10', { stop: { side: 'sell', quantity: '10', ...trailing } });
    expect(step(book, [100, 120, 98, 120, 40])).toEqual(['stop 4@99']);
    expect(stops(book)).toEqual(['99']);
    expect(pass(book)[0]).toEqual(['stop 6@100']);
  });

  test('stands where that of a backtest does', () => {
    const prices = fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(prices, fc.constantFrom(1, -1), (closes, direction) => {
        const distance = new Decimal(7);
        const position = {
          direction,
          levels: { stop: null, target: null, trailing: distance },
          trailingStop: new Decimal(100).minus(distance.times(direction)),
        } as Position;
        let content = {
          type: 'trailing_stop',
          side: direction === 1 ? 'sell' : 'buy',
          trailAmount: '7',
          stopPrice: position.trailingStop!.toFixed(),
        } as OrderContent;
        for (const close of closes) {
          trail(position, close);
          const stopPrice = trailedTo(content, close)?.toFixed() ?? content.stopPrice;
          content = { ...content, stopPrice };
          expect(stopPrice).toBe(position.trailingStop!.toFixed());
        }
      }),
    );
  });
});

describe('an order whose fill is refused', () => {
  const collar = { percent: 0.5, referenceOf: () => new Decimal(20) };

  test.each(['gtc', 'ioc'] as const)('is canceled for that reason, also as %s', (timeInForce) => {
    const book = bookWith('10000', '0', { buys: { quantity: '2', timeInForce } });
    expect(step(book, [20.3, 20.4, 20.1, 20.4], { collar })).toEqual(['buys canceled']);
    expect(book.orders.get('buys')?.status).toBe('canceled');
  });

  test('leaves its cash to the next order of the bar', () => {
    const stop = { type: 'stop', quantity: '10' } as const;
    const orders = { first: { ...stop, stopPrice: '99' }, second: { ...stop, stopPrice: '98' } };
    const book = bookWith('2000', '0', orders);
    book.orders.get('first')!.reserve = new Decimal(990);
    book.orders.get('second')!.reserve = new Decimal(980);
    expect(step(book, [107.5, 108, 107, 107.5])).toEqual(['first canceled', 'second 10@107.5']);
  });
});

test('a stop without shorts sells what the same bar has bought', () => {
  const book = bookWith('10000', '0', {
    buys: { quantity: '20' },
    sells: { side: 'sell', type: 'stop', stopPrice: '98.5', quantity: '7' },
  });
  const events = step(book, [99, 99, 96, 98.5], { allowShort: false });
  expect(events).toEqual(['buys 20@99', 'sells 7@98.5']);
});

test('what only reduces ends with the position, also where the bar cannot fill it yet', () => {
  const book = bookWith('10000', '50', {
    stop: { side: 'sell', type: 'stop', stopPrice: '95', quantity: '50' },
    late: { side: 'sell', quantity: '50' },
  });
  for (const id of ['stop', 'late']) book.orders.get(id)!.reduceOnly = true;
  const eligible = ({ id }: { id: string }) => id !== 'late';
  expect(step(book, [94, 95, 93, 94], { eligible })).toEqual(['stop 50@94', 'late canceled']);
});
