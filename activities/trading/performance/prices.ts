import { Decimal } from '../../base/decimal.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { dayOfEnd } from '../exchange/day/days.ts';
import { positionsAfter } from '../exchange/positions.ts';
import { quotedPrice } from '../exchange/quoted.ts';
import { dayOf } from '../market/days.ts';
import type { InstrumentKind } from '../market/instrument.ts';
import type { BarSeries, Market, Quote } from '../market/market.ts';
import { periodsPerYear } from '../statistics/periods.ts';
import type { Closes } from './daily-curve.ts';
import type { AccountFill } from './match-trades.ts';

/** Prices of an account's symbols, by day and now. */
export type Prices = {
  closes: Closes;
  /** Current prices of positions. */
  marks: ReadonlyMap<string, Decimal>;
  last: { day: string; marks: ReadonlyMap<string, Decimal> };
  kinds: ReadonlyMap<string, InstrumentKind>;
  periodsPerYear: number;
  asOf: string;
  notices: string[];
};

/**
 * Reads the prices of all symbols that an account has traded. A symbol that the market no longer has is valued at its
 * fill prices, with a notice.
 * @throws {ToolError} retryable, if a source does not respond or has no price of a position.
 */
export async function readPrices(market: Market, fills: readonly AccountFill[]): Promise<Prices> {
  const symbols = [...new Set(fills.map(({ symbol }) => symbol))];
  const series = await Promise.all(
    symbols.map((symbol) => seriesOf(market, { symbol, from: firstDay(fills, symbol) })),
  );
  const found = series.filter((one) => typeof one !== 'string');
  const text = fills.map((fill) => ({
    ...fill,
    quantity: fill.quantity.toFixed(),
    price: fill.price.toFixed(),
  }));
  const held = await Promise.all(
    [...positionsAfter(text).keys()].map((symbol) => quoteOf(market, symbol)),
  );
  const quotes = held.filter((one): one is Quote => !('problem' in one));
  const unpriced = held.filter((one) => 'problem' in one);
  const marks = new Map(
    quotes.map(({ symbol, price }) => {
      const mark = quotedPrice(price);
      if (mark.isNaN()) {
        throw new ToolError(`There is no market price of ${symbol}. Try again`, {
          retryable: true,
        });
      }
      return [symbol, mark] as const;
    }),
  );
  for (const { symbol } of unpriced) {
    marks.set(symbol, fills.findLast((fill) => fill.symbol === symbol)!.price);
  }
  const asOf = [...quotes, ...found]
    .map((one) => one.asOf)
    .toSorted()
    .at(-1);
  const days = [
    ...fills.map(({ day }) => day),
    ...found.flatMap(({ bars }) => bars.slice(-1).map(({ time }) => dayOf(time))),
    ...quotes.map((quote) => dayOfEnd('UTC', quote.asOf)),
  ];
  const last = days.toSorted().at(-1)!;
  const notices = [
    ...series.filter((one) => typeof one === 'string'),
    ...unpriced.map(({ problem }) => problem),
    ...[...found, ...quotes].flatMap(({ notice }) => notice ?? []),
  ];
  return {
    closes: new Map(found.map(({ symbol, bars }) => [symbol, closesOf(bars)])),
    marks,
    last: { day: last, marks },
    kinds: new Map(
      await Promise.all(
        found.map(async ({ symbol, instrument }) => {
          const { kind } = instrument ?? (await market.instrument(symbol));
          return [symbol, kind] as const;
        }),
      ),
    ),
    periodsPerYear: Math.max(252, ...found.map(periodsPerYear)),
    asOf: asOf ?? new Date(last).toISOString(),
    notices: [...new Set(notices)],
  };
}

const firstDay = (fills: readonly AccountFill[], symbol: string) =>
  fills
    .filter((fill) => fill.symbol === symbol)
    .map(({ day }) => day)
    .toSorted()[0]!;

const closesOf = (bars: BarSeries['bars']) =>
  new Map(bars.map(({ time, close }) => [dayOf(time), new Decimal(close)]));

/** The daily bars of a symbol, or a notice if the market no longer has it. */
async function seriesOf(
  market: Market,
  { symbol, from }: { symbol: string; from: string },
): Promise<BarSeries | string> {
  try {
    return await market.range({ symbol, timeframe: '1d', from: `${from}T00:00:00.000Z` });
  } catch (error) {
    if (!(error instanceof ToolError) || error.retryable) throw error;
    return atItsFills(symbol, error);
  }
}

/** The current price of a symbol, or a notice if the market no longer has it. */
async function quoteOf(
  market: Market,
  symbol: string,
): Promise<Quote | { symbol: string; problem: string }> {
  try {
    return await market.quote(symbol);
  } catch (error) {
    if (!(error instanceof ToolError) || error.retryable) throw error;
    return { symbol, problem: atItsFills(symbol, error) };
  }
}

const atItsFills = (symbol: string, { message }: ToolError) =>
  `${symbol} is valued at its fill prices: ${message}`;
