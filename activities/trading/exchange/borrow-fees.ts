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

/** What a short pays for a day. @param percent of its worth, a year. */
export function borrowFee(quantity: Decimal, price: Decimal, percent: number): Decimal {
  const worth = quantity.abs().times(price);
  return roundMoney(worth.times(percent).div(100 * daysOfYear));
}

/** The days from one on, `YYYY-MM-DD` in UTC, that have ended by a time. */
function endedDays(from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; Date.parse(dayAfter(day)) <= Date.parse(until); day = dayAfter(day)) {
    days.push(day);
  }
  return days;
}

/**
 * The days that a short of the symbol still has to pay for, by a time of its market. What was sold short before shorts
 * paid does so from its next fill on.
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

/** The last price before a day ended; null where the market knows none. */
async function closingPrice(market: Market, symbol: string, day: string): Promise<Decimal | null> {
  try {
    return await openingPrice(market, symbol, Date.parse(dayAfter(day)));
  } catch (error) {
    if (error instanceof ToolError && !error.retryable) return null;
    throw error;
  }
}

/**
 * Books what a short of the symbol pays for the days that have ended by a time of its market: once, however often it is
 * called. Where the market has no price before the end of a day, the average price of the short counts.
 * @throws {ToolError} retryable, when the market does not respond.
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

/** The time of a symbol's market; undefined where it no longer has the symbol. */
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
 * Books what shorts pay for the days that have ended, of symbols without working orders: where one works, the days are
 * paid for before its next bar is matched, since a bar that fills it may still be to come for a day that has ended. What the
 * market no longer has pays once the market has it again.
 * @throws {ToolError} retryable, once all others have paid, when the market does not respond for one.
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
