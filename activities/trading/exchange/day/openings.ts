import type { Market, Bar, Timeframe } from '../../market/market.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { Quoted } from '../quoted.ts';
import type { Standing, SymbolStanding } from '../standing/standing.ts';
import { dayOfEnd, startOfDay } from './days.ts';
import { positionAtStart } from './split-day.ts';
import type { InstrumentKind } from '../../market/instrument.ts';
import { sessionClose } from '../../market/session.ts';
import { timeframeMs } from '../../market/timeframe-length.ts';
import { Decimal } from '../../../base/decimal.ts';

const dayMs = timeframeMs['1d'];

type Search = { timeframe: Timeframe; reachMs: number };

/** Where the last price before a time is looked for, one after the other: a quiet market has no bar in its last hour. */
const searches = {
  crypto: [
    { timeframe: '1m', reachMs: timeframeMs['1h'] },
    { timeframe: '1h', reachMs: 7 * dayMs },
  ],
  equity: [{ timeframe: '1d', reachMs: 14 * dayMs }],
  index: [{ timeframe: '1d', reachMs: 14 * dayMs }],
} satisfies Record<InstrumentKind, Search[]>;

/** When a bar was complete: that of a day of stocks with the close of their session. */
function endOf({ time }: Bar, timeframe: Timeframe, kind: InstrumentKind): number {
  if (timeframe === '1d' && kind !== 'crypto') return Date.parse(sessionClose(time));
  return Date.parse(time) + timeframeMs[timeframe];
}

/**
 * The price at which a time begins: the close of the last bar that was complete then, such as that of Friday for a
 * Monday's midnight.
 * @param time in milliseconds since 1970.
 * @returns null where the market has no bar before it, or no longer has the symbol.
 * @throws {ToolError} retryable, when the source does not respond.
 */
export async function openingPrice(
  market: Market,
  symbol: string,
  time: number,
): Promise<Decimal | null> {
  const instrument = await market.instrument(symbol).catch(onlyLasting);
  if (!instrument) return null;
  const { kind } = instrument;
  for (const { timeframe: wanted, reachMs } of searches[kind]) {
    const range = {
      symbol,
      timeframe: wanted,
      from: new Date(time - reachMs).toISOString(),
      to: new Date(time).toISOString(),
    };
    const found = await market.range(range).catch(onlyLasting);
    const last = found?.bars.findLast((bar) => endOf(bar, found.timeframe, kind) <= time);
    if (last) return new Decimal(last.close);
  }
  return null;
}

/** Lets an error pass that trying again does not mend. */
function onlyLasting(error: unknown): undefined {
  if (error instanceof ToolError && !error.retryable) return undefined;
  throw error;
}

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
 * what was listed since, that is what was paid on average; where it gives no price any more, the last one on record, so
 * that what was held gains and loses nothing.
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
    .flatMap(({ now, unpriced }) => (unpriced === undefined ? [now] : []))
    .toSorted()
    .at(-1);
  async function nowOf(symbol: string): Promise<string | undefined> {
    const quote = quoted.get(symbol);
    if (!quote) return (await clockOf(market, symbol)) ?? latest;
    // The clock of its market went on after its last price.
    return quote.unpriced === undefined ? quote.now : latest || quote.now || undefined;
  }
  const read = async ([symbol, of]: [string, SymbolStanding]) => {
    const now = await nowOf(symbol);
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
    const last = quoted.get(symbol)?.unpriced === undefined ? averagePrice : priceOf(symbol);
    return { day, price: (await openingPrice(market, symbol, begin)) ?? last };
  }
  const priceOf = (symbol: string) => quoted.get(symbol)!.price;
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
