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

/** Where to look for the last price before a time, in order. A quiet market can have no bar in the last hour. */
const searches = {
  crypto: [
    { timeframe: '1m', reachMs: timeframeMs['1h'] },
    { timeframe: '1h', reachMs: 7 * dayMs },
  ],
  equity: [{ timeframe: '1d', reachMs: 14 * dayMs }],
  index: [{ timeframe: '1d', reachMs: 14 * dayMs }],
} satisfies Record<InstrumentKind, Search[]>;

/** When a bar was complete: a daily bar of a stock or index at the close of its session. */
function endOf({ time }: Bar, timeframe: Timeframe, kind: InstrumentKind): number {
  if (timeframe === '1d' && kind !== 'crypto') return Date.parse(sessionClose(time));
  return Date.parse(time) + timeframeMs[timeframe];
}

/**
 * The last price before a time: the close of the last bar that was complete then, such as Friday's for Monday at
 * midnight.
 * @param time in milliseconds since 1970.
 * @returns null if the market has no earlier bar, or no longer has the symbol.
 * @throws {ToolError} retryable, if the source does not respond.
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

/** Ignores a permanent error; throws a retryable one. */
function onlyLasting(error: unknown): undefined {
  if (error instanceof ToolError && !error.retryable) return undefined;
  throw error;
}

/** The start of the current day of a symbol, by the clock of its market. */
export type Opening = {
  /** The day, as `YYYY-MM-DD`. */
  day: string;
  /** The last price before the day. Without an opening position, its value does not matter. */
  price: Decimal;
};

/** The start of the day for symbols, and the time zone of that day. */
export type Openings = { timeZone: string; symbols: ReadonlyMap<string, Opening> };

/** Fills booked earlier than this cannot belong to the current day. */
const bookedWithinMs = 3 * 86_400_000;

/**
 * The start of the day for each symbol that is held or was recently traded. Without an earlier price, such as for a new
 * listing, the average entry price counts. If the market no longer prices the symbol, its last recorded price counts,
 * so the position has no gain or loss.
 * @param known.quoted prices of all positions.
 * @throws {ToolError} retryable, if a source does not respond for a position.
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
    // The market's clock moved on after the last price of this symbol.
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

/**
 * The current time of a symbol's market; undefined if it cannot be read. That is safe, since nothing is held of the
 * symbol.
 */
async function clockOf(market: Market, symbol: string): Promise<string | undefined> {
  try {
    const { asOf, now = asOf } = await market.quote(symbol);
    return now;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
