import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { lazily } from '../../../base/lazily.ts';
import { pairOf, qualifiedOf } from '../instrument.ts';
import type { Listing } from '../instrument.ts';
import type { Timeframe } from '../market.ts';
import { timeframeMs } from '../timeframe-length.ts';
import type { ClickHouseTable } from './clickhouse-table.ts';
import type { Candle, Feed } from '../feed.ts';
import { FeedRefusal } from '../feed.ts';

const clickHouse = lazily<typeof import('@clickhouse/client')>('@clickhouse/client');

const mostSeconds = 10;
const mostRows = 100_000;

/** ClickHouse resolves column names in conditions to aliases of the same name, so these aliases have a prefix. */
const candleRow = z
  .object({
    baton_time: z.number(),
    baton_open: z.number(),
    baton_high: z.number(),
    baton_low: z.number(),
    baton_close: z.number(),
    baton_volume: z.number(),
  })
  .transform((row) => ({
    time: row.baton_time,
    open: row.baton_open,
    high: row.baton_high,
    low: row.baton_low,
    close: row.baton_close,
    volume: row.baton_volume,
  }));
const symbolRow = z.object({ baton_symbol: z.string() }).transform((row) => row.baton_symbol);

/** Opens a client that logs nothing: errors are reported in answers instead. */
export function openClickHouse(url: string): ClickHouseClient {
  const { ClickHouseLogLevel: level, createClient } = clickHouse();
  return createClient({
    url,
    request_timeout: (mostSeconds + 5) * 1_000,
    log: { level: level.OFF },
  });
}

/**
 * The user's own candles in a ClickHouse table. Read-only: statements are fixed, values are sent as parameters, and the
 * server is told to reject writes. Symbols must be canonical, such as `BTC/USDT`.
 */
export function clickHouseFeed(options: {
  client: Pick<ClickHouseClient, 'query'>;
  table: ClickHouseTable;
  now?: () => number;
}): Feed {
  const { client, table, now = Date.now } = options;
  const { columns: is } = table;

  async function rows<Row>(
    query: string,
    parameters: Record<string, unknown>,
    row: z.ZodType<Row>,
  ): Promise<Row[]> {
    const found = await send(query, parameters);
    const parsed = z.array(row).safeParse(found);
    if (parsed.success) return parsed.data;
    throw new FeedRefusal(
      'faulty',
      `${table.name} in ClickHouse does not have the expected columns: ${z.prettifyError(parsed.error).slice(0, 300)}`,
    );
  }

  async function send(query: string, parameters: Record<string, unknown>): Promise<unknown> {
    try {
      const result = await client.query({
        query,
        query_params: parameters,
        format: 'JSONEachRow',
        clickhouse_settings: {
          // 2 means read-only, but allows to set the limits below.
          readonly: '2',
          max_execution_time: mostSeconds,
          max_result_rows: String(mostRows),
          output_format_json_quote_64bit_integers: 0,
        },
      });
      return await result.json();
    } catch (error) {
      throw refusalOf(error);
    }
  }

  const select =
    `SELECT toUnixTimestamp64Milli(toDateTime64(${is.time}, 3, 'UTC')) AS baton_time, ` +
    `toFloat64(${is.open}) AS baton_open, toFloat64(${is.high}) AS baton_high, ` +
    `toFloat64(${is.low}) AS baton_low, toFloat64(${is.close}) AS baton_close, ` +
    `toFloat64(${is.volume}) AS baton_volume FROM ${table.name}`;

  async function newest(name: string, timeframe: Timeframe): Promise<Candle[]> {
    const query =
      `${select} WHERE ${is.symbol} = {symbol:String} AND ${is.timeframe} = {timeframe:String} ` +
      `ORDER BY ${is.time} DESC LIMIT 1`;
    return rows(query, { symbol: name, timeframe }, candleRow);
  }

  async function candles(request: {
    name: string;
    timeframe: Timeframe;
    from: number;
    to: number;
  }) {
    const query =
      `${select} WHERE ${is.symbol} = {symbol:String} AND ${is.timeframe} = {timeframe:String} ` +
      `AND ${is.time} >= fromUnixTimestamp64Milli({from:Int64}) AND ${is.time} < fromUnixTimestamp64Milli({to:Int64}) ` +
      `ORDER BY ${is.time}`;
    const { name: symbol, timeframe, from, to } = request;
    return rows(query, { symbol, timeframe, from, to }, candleRow);
  }

  async function dayAgo(name: string, timeframe: Timeframe, time: number) {
    const to = time - timeframeMs['1d'] + 1;
    const from = to - 7 * timeframeMs['1d'];
    return (await candles({ name, timeframe, from, to })).at(-1);
  }

  return {
    id: 'clickhouse',
    title: `ClickHouse (${table.name})`,
    isKept: false,
    mayHave: () => true,

    async find(symbol) {
      const found = await rows(
        `SELECT ${is.symbol} AS baton_symbol FROM ${table.name} WHERE ${is.symbol} IN ({symbol:String}, {ticker:String}) LIMIT 1 BY ${is.symbol}`,
        { symbol, ticker: qualifiedOf(symbol)?.ticker ?? symbol },
        symbolRow,
      );
      // A ticker without an exchange could be a different stock.
      return found.includes(symbol) ? listingOf(symbol, table.currency) : undefined;
    },

    async near(symbol) {
      const start = (pairOf(symbol)?.base ?? qualifiedOf(symbol)?.ticker ?? symbol).slice(0, 3);
      const found = await rows(
        `SELECT DISTINCT ${is.symbol} AS baton_symbol FROM ${table.name} WHERE position(upper(${is.symbol}), {start:String}) > 0 ORDER BY length(baton_symbol), baton_symbol LIMIT 6`,
        { start },
        symbolRow,
      );
      return found.map((each) => ({ symbol: each, about: 'in ClickHouse' }));
    },

    candles,

    async quote(name) {
      for (const timeframe of ['1m', '5m', '15m', '1h', '4h', '1d'] as const) {
        const [last] = await newest(name, timeframe);
        if (!last) continue;
        const length = timeframeMs[timeframe];
        const before = await dayAgo(name, timeframe, last.time);
        const from = last.time + length - timeframeMs['1d'];
        const day = await candles({ name, timeframe, from, to: last.time + 1 });
        return {
          price: last.close,
          change24hPercent: before ? (last.close / before.close - 1) * 100 : null,
          volume: day.reduce((sum, { volume }) => sum + volume, 0),
          time: Math.min(last.time + length, now()),
        };
      }
      throw new FeedRefusal('refused', `${table.name} in ClickHouse has no candles of ${name}`);
    },
  };
}

function listingOf(symbol: string, currency: string): Listing {
  const pair = pairOf(symbol);
  const shared = { id: symbol, name: null, nameInSource: symbol };
  if (pair) return { ...shared, kind: 'crypto', ...pair, exchange: null, currency: pair.quote };
  const exchange = qualifiedOf(symbol)?.exchange ?? null;
  const kind = symbol.startsWith('^') ? 'index' : 'equity';
  return { ...shared, kind, base: null, quote: null, exchange, currency };
}

/** Errors of ClickHouse have a type; others are network errors. */
function refusalOf(error: unknown): FeedRefusal {
  const { type, code } = error as { type?: string; code?: string };
  if (type === undefined) {
    return new FeedRefusal('silent', `ClickHouse cannot be reached (${code ?? 'no answer'})`, {
      cause: error,
    });
  }
  if (type === 'TOO_MANY_SIMULTANEOUS_QUERIES' || type === 'QUOTA_EXCEEDED') {
    return new FeedRefusal('limited', `ClickHouse has reached its query limit (${type})`, {
      cause: error,
    });
  }
  return new FeedRefusal(
    'refused',
    `ClickHouse refuses the query (${type}): check BATON_CLICKHOUSE_TABLE and BATON_CLICKHOUSE_COLUMNS`,
    { cause: error },
  );
}
