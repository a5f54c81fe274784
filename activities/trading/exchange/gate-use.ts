import { countOrdersSince } from '../../../db/trading/orders.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { workingIn } from './book/book.ts';
import type { Book } from './book/book.ts';
import { dayResult } from './day/day-result.ts';
import { readOpenings } from './day/openings.ts';
import { grossExposure, openingOrders } from './exposure.ts';
import { readSettings } from './live-settings.ts';
import type { Decimal } from '../../base/decimal.ts';
import { pricesOf } from './quoted.ts';
import type { Quoted } from './quoted.ts';
import type { ExchangeDependencies } from './account-dependencies.ts';
import type { Standing } from './standing/standing.ts';

/** How much of the gates' limits is used now. */
export type GateUse = {
  /** Value of all long and short positions, with open orders counted as filled. */
  grossExposure: Decimal;
  /**
   * The change in equity since the day began in the time zone of the gate, without deposits; negative for a loss. Null
   * if a source does not give the opening prices.
   */
  dayResult: Decimal | null;
  openOrders: number;
  ordersLastMinute: number;
};

const minuteMs = 60_000;

/** @param known.quoted prices of all positions and open orders. */
export async function readGateUse(
  { db, market, settings }: ExchangeDependencies,
  known: { book: Book; standing: Standing; quoted: ReadonlyMap<string, Quoted> },
): Promise<GateUse> {
  const { book, standing, quoted } = known;
  const { timeZone } = await readSettings(db, settings);
  const openings = await readOpenings(market, timeZone, known).catch((error: unknown) => {
    if (error instanceof ToolError && error.retryable) return null;
    throw error;
  });
  const prices = pricesOf(quoted);
  return {
    grossExposure: grossExposure(book.positions, openingOrders(book), prices),
    dayResult: openings && dayResult(standing, openings, prices),
    openOrders: workingIn(book).length,
    ordersLastMinute: await countOrdersSince(
      db,
      settings.accountId,
      new Date(Date.now() - minuteMs),
    ),
  };
}
