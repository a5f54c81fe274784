import type { z } from 'zod';
import type { FmpClient } from '../fmp/fmp-client.ts';
import { fromNewYork } from '../fmp/new-york-time.ts';
import { dayRow, intradayRow, quoteRow, searchRow } from '../fmp/wire.ts';
import { pairOf, qualifiedOf } from '../instrument.ts';
import type { Listing } from '../instrument.ts';
import { timeframeMs } from '../timeframe-length.ts';
import type { Candle, CandleRequest, Feed } from '../feed.ts';
import { FeedRefusal } from '../feed.ts';
import { mondayOf, toWeeks } from './weeks.ts';

const dayMs = timeframeMs['1d'];

/** FMP's intraday timeframes, and the number of days per request. */
const intraday = {
  '1m': { path: '1min', days: 3 },
  '5m': { path: '5min', days: 7 },
  '15m': { path: '15min', days: 15 },
  '1h': { path: '1hour', days: 60 },
  '4h': { path: '4hour', days: 120 },
} as const;
const daysOfDaily = 4 * 365;

/** US exchanges, for which FMP gives intraday times in New York time. */
const inNewYork = new Set(['NASDAQ', 'NYSE', 'AMEX', 'CBOE', 'OTC', 'PNK']);

type SearchRow = z.output<typeof searchRow>;

/** Financial Modeling Prep: stocks, funds and indices, and daily bars of crypto in USD. */
export function fmpFeed(client: FmpClient): Feed {
  const search = (path: string, query: string) =>
    client.rows(path, { query, limit: 20 }, searchRow);

  async function daily({ name, from, to }: CandleRequest): Promise<Candle[]> {
    const rows = await pages({ from, to, days: daysOfDaily }, (dates) =>
      client.rows('historical-price-eod/full', { symbol: symbolOf(name), ...dates }, dayRow),
    );
    return ascending(rows.map((row) => candleOf(row, Date.parse(`${row.date}T00:00:00Z`))));
  }

  async function withinDay(
    { name, from, to }: CandleRequest,
    { path, days }: (typeof intraday)[keyof typeof intraday],
  ): Promise<Candle[]> {
    if (!inNewYork.has(qualifiedOf(name)?.exchange ?? '')) {
      throw new FeedRefusal(
        'refused',
        'FMP has bars shorter than a day only for stocks in the United States; other stocks have 1d and 1w',
      );
    }
    const rows = await pages({ from, to, days }, (dates) =>
      client.rows(`historical-chart/${path}`, { symbol: symbolOf(name), ...dates }, intradayRow),
    );
    return ascending(rows.map((row) => candleOf(row, fromNewYork(row.date))));
  }

  return {
    id: 'fmp',
    title: 'Financial Modeling Prep',
    isKept: true,
    mayHave: () => true,

    async find(symbol) {
      const pair = pairOf(symbol);
      const wanted = pair ? `${pair.base}${pair.quote}` : (qualifiedOf(symbol)?.ticker ?? symbol);
      const rows = await search('search-symbol', wanted);
      return rows
        .filter((row) => row.symbol.toUpperCase() === wanted)
        .map((row) => listingOf(row, pair))
        .find((listing) => listing && (!qualifiedOf(symbol) || listing.id === symbol));
    },

    async near(symbol) {
      const wanted = qualifiedOf(symbol)?.ticker ?? symbol;
      const rows = [
        ...(await search('search-symbol', wanted)),
        ...(await search('search-name', wanted)),
      ];
      return rows
        .map((row) => listingOf(row, undefined))
        .filter((listing) => listing !== undefined)
        .slice(0, 6)
        .map(({ id, name }) => ({ symbol: id, about: name ?? 'a stock' }));
    },

    async candles(request) {
      const { timeframe, from, to } = request;
      if (timeframe === '1d') return daily(request);
      if (timeframe !== '1w') return withinDay(request, intraday[timeframe]);
      return toWeeks(
        await daily({ ...request, from: mondayOf(from), to: mondayOf(to) + 7 * dayMs }),
      );
    },

    async quote(name) {
      const [row] = await client.rows('quote', { symbol: symbolOf(name) }, quoteRow);
      if (!row) throw new FeedRefusal('refused', `FMP has no price of ${name}`);
      return {
        price: row.price,
        change24hPercent: row.changePercentage ?? null,
        volume: row.volume ?? 0,
        time: row.timestamp * 1_000,
      };
    },
  };
}

/** FMP's symbol, without the exchange in front. */
const symbolOf = (name: string) => qualifiedOf(name)?.ticker ?? name;

function listingOf(row: SearchRow, pair: ReturnType<typeof pairOf>): Listing | undefined {
  const { symbol, name = null, exchange, currency } = row;
  const none = { base: null, quote: null, exchange: null };
  const shared = { name, nameInSource: symbol };
  if (exchange === 'CRYPTO') {
    if (!pair) return undefined;
    const id = `${pair.base}/${pair.quote}`;
    return { id, kind: 'crypto', ...shared, ...none, ...pair, currency: pair.quote };
  }
  if (pair || !exchange || !currency || exchange === 'FOREX' || exchange === 'COMMODITY') {
    return undefined;
  }
  if (exchange === 'INDEX') return { id: symbol, kind: 'index', ...shared, ...none, currency };
  const id = `${exchange}:${symbol}`;
  return { id, kind: 'equity', ...shared, ...none, exchange, currency, nameInSource: id };
}

function candleOf(row: z.output<typeof intradayRow>, time: number): Candle {
  const { open, high, low, close, volume } = row;
  return { time, open, high, low, close, volume: volume ?? 0 };
}

/** Sorts candles by time: FMP returns the newest first. */
function ascending(candles: Candle[]): Candle[] {
  const [first, last] = [candles[0], candles.at(-1)];
  return first && last && first.time > last.time ? candles.toReversed() : candles;
}

/** Requests a range in pages of days, newest first like each answer. */
async function pages<Row>(
  { from, to, days }: { from: number; to: number; days: number },
  ask: (dates: { from: string; to: string }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const first = Math.floor(from / dayMs);
  for (let last = Math.floor((to - 1) / dayMs); last >= first; last -= days) {
    const start = Math.max(first, last - days + 1);
    rows.push(...(await ask({ from: dateOf(start), to: dateOf(last) })));
  }
  return rows;
}

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
