import { describe, expect, test } from 'vitest';
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
