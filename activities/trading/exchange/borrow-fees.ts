import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import { Decimal } from '../../base/decimal.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { dayAfter } from '../market/days.ts';
import type { Market } from '../market/market.ts';
import { roundMoney } from '../rounding.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { applyEvent } from './book/apply-event.ts';
import { workingIn } from './book/book.ts';
import { openingPrice } from './day/openings.ts';
import { doInTurn } from './in-turn.ts';
import { readSettings } from './live-settings.ts';
import type { LoadedBook } from './load-book.ts';
import { withBook } from './paper-account.ts';
import { recordEvents } from './record-events.ts';
import { openPositions } from './standing/standing.ts';

const daysOfYear = 365;

/**
 * The borrow fee of a short position for one day: value × rate / 365.
 * @param price close of the day.
 * @param percent yearly rate in percent of the value.
 */
export function borrowFee(quantity: Decimal, price: Decimal, percent: number): Decimal {
  const worth = quantity.abs().times(price);
  return roundMoney(worth.times(percent).div(100 * daysOfYear));
}

/** The days from `from` on that have ended by a time, as `YYYY-MM-DD` in UTC. */
function endedDays(from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; Date.parse(dayAfter(day)) <= Date.parse(until); day = dayAfter(day)) {
    days.push(day);
  }
  return days;
}

/**
 * The days that a short of the symbol still has to pay for, up to a time of its market. Shorts from before borrow fees
 * were introduced pay from their next fill on.
 */
export function unpaidDays(
  { book, standing }: LoadedBook,
  symbol: string,
  until: string,
): string[] {
  const isShort = book.positions.get(symbol)?.quantity.lt(0);
  const from = standing.borrowing.get(symbol)?.from;
  return isShort && from !== undefined ? endedDays(from, until) : [];
}

/** The last price before the end of a day; null if the market has none. */
async function closingPrice(market: Market, symbol: string, day: string): Promise<Decimal | null> {
  try {
    return await openingPrice(market, symbol, Date.parse(dayAfter(day)));
  } catch (error) {
    if (error instanceof ToolError && !error.retryable) return null;
    throw error;
  }
}

/**
 * Books the borrow fees of a short for the days that have ended by a time of its market. Each day is booked once.
 * Without a price at the end of a day, the average entry price counts.
 * @throws {ToolError} retryable, if the market does not respond.
 */
export async function chargeBorrowFees(
  dependencies: AccountDependencies,
  symbol: string,
  until: string,
): Promise<void> {
  const { market, settings } = dependencies;
  const asked = await withBook(dependencies, async (_tx, loaded) =>
    unpaidDays(loaded, symbol, until),
  );
  const prices = new Map<string, Decimal | null>();
  for (const day of asked) prices.set(day, await closingPrice(market, symbol, day));
  if (prices.size === 0) return;
  await withBook(dependencies, async (tx, loaded) => {
    const { book } = loaded;
    const { borrowFeePercent } = await readSettings(tx, settings);
    const due = unpaidDays(loaded, symbol, until).filter((day) => prices.has(day));
    const events = due.map((day): BookEvent => {
      const { quantity, averagePrice } = book.positions.get(symbol)!;
      const price = prices.get(day) ?? averagePrice;
      return {
        kind: 'borrow_fee',
        symbol,
        day,
        quantity: quantity.abs().toFixed(),
        price: price.toFixed(),
        amount: borrowFee(quantity, price, borrowFeePercent).toFixed(),
      };
    });
    for (const event of events) applyEvent(book, event);
    await recordEvents(tx, { accountId: settings.accountId, after: book }, events);
  });
}

/** The current time of a symbol's market; undefined if it no longer has the symbol. */
async function clockOf(market: Market, symbol: string): Promise<string | undefined> {
  try {
    const { asOf, now = asOf } = await market.quote(symbol);
    return now;
  } catch (error) {
    if (error instanceof ToolError && !error.retryable) return undefined;
    throw error;
  }
}

/**
 * Books borrow fees of shorts in symbols without open orders. With open orders, `advance` books them before it matches
 * each bar. A symbol that the market no longer has pays once the market has it again.
 * @throws {ToolError} retryable, if the market does not respond for a symbol; the others are booked first.
 */
export async function chargeIdleShorts(dependencies: AccountDependencies): Promise<void> {
  const { market, memory } = dependencies;
  const shorts = [...openPositions(memory.last())].filter(([, { quantity }]) => quantity.lt(0));
  if (shorts.length === 0) return;
  const working = await withBook(dependencies, async (_tx, { book }) =>
    workingIn(book).map(({ content }) => content.symbol),
  );
  const idle = shorts.flatMap(([symbol]) => (working.includes(symbol) ? [] : [symbol]));
  await doInTurn(
    idle.map((symbol) => async () => {
      const now = await clockOf(market, symbol);
      if (now !== undefined) await chargeBorrowFees(dependencies, symbol, now);
    }),
  );
}
