import type { Market } from '../../market/market.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { Decimal } from '../../../base/decimal.ts';
import type { Quoted } from '../quoted.ts';
import type { Standing, SymbolStanding } from '../standing/standing.ts';
import { dayOfEnd, startOfDay } from './days.ts';
import { openingPrice } from './opening-price.ts';
import { positionAtStart } from './split-day.ts';

/** How a symbol's day began, on the clock of its own market. */
export type Opening = {
  /** As `YYYY-MM-DD`. */
  day: string;
  /** The last price before it, of what was held then. */
  price: Decimal;
};

export type Openings = { timeZone: string; symbols: ReadonlyMap<string, Opening> };

/** What was booked longer ago is of no day that lasts. */
const bookedWithinMs = 3 * 86_400_000;

/**
 * How the day of each symbol began that is held, or was traded of late. Where the market has no price before it, as of
 * what was listed since, that is what was paid on average.
 * @param quoted prices of all that is held.
 * @throws {ToolError} retryable, when a source does not respond for what is held.
 */
export async function readOpenings(
  market: Market,
  timeZone: string,
  known: { standing: Standing; quoted: ReadonlyMap<string, Quoted> },
): Promise<Openings> {
  const { standing, quoted } = known;
  const latest = [...quoted.values()]
    .map(({ now }) => now)
    .toSorted()
    .at(-1);
  const read = async ([symbol, of]: [string, SymbolStanding]) => {
    const now = quoted.get(symbol)?.now ?? (await clockOf(market, symbol)) ?? latest;
    return now === undefined ? [] : [[symbol, await openingOf({ symbol, of, now })] as const];
  };
  async function openingOf({
    symbol,
    of,
    now,
  }: {
    symbol: string;
    of: SymbolStanding;
    now: string;
  }): Promise<Opening> {
    const day = dayOfEnd(timeZone, now);
    const { quantity, averagePrice } = positionAtStart(of, timeZone, day);
    if (quantity.isZero()) return { day, price: averagePrice };
    const begin = startOfDay(timeZone, Date.parse(now) - 1);
    return { day, price: (await openingPrice(market, symbol, begin)) ?? averagePrice };
  }
  const asked = [...standing.symbols].filter(
    ([, { position, recent }]) =>
      !position.quantity.isZero() ||
      Date.now() - (recent.at(-1)?.at.getTime() ?? 0) < bookedWithinMs,
  );
  return { timeZone, symbols: new Map((await Promise.all(asked.map(read))).flat()) };
}

/** The time of a symbol's market; undefined where it does not say, since nothing is held of the symbol any more. */
async function clockOf(market: Market, symbol: string): Promise<string | undefined> {
  try {
    const { asOf, now = asOf } = await market.quote(symbol);
    return now;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
