import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  isTableName,
  readColumns,
} from '../../../../activities/trading/market/feeds/clickhouse-table.ts';
import {
  clickHouseFeed,
  openClickHouse,
} from '../../../../activities/trading/market/feeds/clickhouse.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { emptyMarketTables, openLive } from './open-live.ts';
import { openTestDatabase } from '../../../support/databases.ts';

const now = () => Date.parse('2026-03-04T12:00:30Z');
const hour = 3_600_000;

/** The rows of the table. */
const rows = Array.from({ length: 72 }, (_, index) => ({
  symbol: 'BTC/USDT',
  timeframe: '1h',
  time: Date.parse('2026-03-01T12:00:00Z') + index * hour,
  open: 100,
  high: 102,
  low: 99,
  close: 100 + (index % 2),
  volume: 5,
}));

type Sent = { query: string; settings: URLSearchParams };
let database: OpenDatabase;
let server: Server;
let sent: Sent[] = [];
let failure: { status: number; body: string } | undefined;

function wireOf({ time, open: opened, high, low, close, volume }: (typeof rows)[number]) {
  return {
    baton_time: time,
    baton_open: opened,
    baton_high: high,
    baton_low: low,
    baton_close: close,
    baton_volume: volume,
  };
}

/**
 * Speaks ClickHouse's HTTP interface as far as the client uses it: the statement is the body, values are `param_<name>`
 * in the address, and an answer has a JSON object a line.
 */
function rowsFor({ query, settings }: Sent): object[] {
  const symbol = settings.get('param_symbol');
  if (query.includes('DISTINCT') || query.includes('LIMIT 1 BY')) {
    const isThere = query.includes('DISTINCT') || symbol === 'BTC/USDT';
    return isThere ? [{ baton_symbol: 'BTC/USDT' }] : [];
  }
  const found = rows.filter(
    (row) => row.symbol === symbol && row.timeframe === settings.get('param_timeframe'),
  );
  if (query.includes('DESC LIMIT 1')) return found.slice(-1).map(wireOf);
  const [from, to] = [Number(settings.get('param_from')), Number(settings.get('param_to'))];
  return found.filter(({ time }) => time >= from && time < to).map(wireOf);
}

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyMarketTables(database.db);
  sent = [];
  failure = undefined;
  server = createServer((request, response) => {
    let query = '';
    request.on('data', (chunk: Buffer) => {
      query += chunk.toString();
    });
    request.on('end', () => {
      const settings = new URL(request.url ?? '', 'http://clickhouse').searchParams;
      sent.push({ query, settings });
      if (failure) {
        response.writeHead(failure.status, { 'x-clickhouse-exception-code': '60' });
        response.end(failure.body);
        return;
      }
      response.end(
        rowsFor({ query, settings })
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(() => database.close());

function open(columns = '') {
  const { port } = server.address() as AddressInfo;
  const client = openClickHouse(`http://127.0.0.1:${port}`);
  const table = { name: 'market.candles', columns: readColumns(columns), currency: 'USD' };
  const feeds = [clickHouseFeed({ client, table, now })];
  return openLive({ db: database.db, feeds, now });
}

describe('candles of ClickHouse', () => {
  test('are read with their source, and without keeping them a second time', async () => {
    const wanted = { symbol: 'BTC/USDT', timeframe: '1h', limit: 3 } as const;
    const answer = await open().bars(wanted);
    expect(answer.bars.map(({ time }) => time)).toEqual([
      '2026-03-04T09:00:00.000Z',
      '2026-03-04T10:00:00.000Z',
      '2026-03-04T11:00:00.000Z',
    ]);
    expect(answer).toMatchObject({
      source: 'ClickHouse (market.candles)',
      asOf: '2026-03-04T12:00:00.000Z',
    });
    rows.at(-1)!.close = 101.5;
    expect((await open().bars(wanted)).bars.at(-1)!.close).toBe(101.5);
  });

  test('are asked for by statements that are always the same, with values as parameters, and may write nothing', async () => {
    await open('symbol=pair,time=opened_at').bars({
      symbol: 'BTC/USDT',
      timeframe: '1h',
      limit: 3,
    });
    for (const { query, settings } of sent) {
      expect(query).toMatch(/^SELECT .* FROM market\.candles /s);
      expect(query).not.toContain('BTC');
      expect(query).toContain('pair');
      // ClickHouse would take the alias for the column in the conditions, too.
      expect(query).not.toMatch(/ AS (symbol|pair|opened_at|time|open|high|low|close|volume)\b/);
      expect(settings.get('readonly')).toBe('2');
      expect(settings.get('param_symbol')).toBe('BTC/USDT');
    }
    expect(sent.at(-1)!.query).toContain('opened_at >= fromUnixTimestamp64Milli({from:Int64})');
  });

  test('give a price with the change and volume of a day', async () => {
    const { price, change24hPercent, volume, asOf } = await open().quote('BTC/USDT');
    expect(price).toBe(101.5);
    expect(change24hPercent).toBeCloseTo((101.5 / 101 - 1) * 100, 9);
    expect(volume).toBe(24 * 5);
    expect(asOf).toBe('2026-03-04T12:00:00.000Z');
  });

  test('that it does not have are an unknown symbol, with what it has', async () => {
    await expect(open().quote('BTC/USDC')).rejects.toThrow(
      /Symbol "BTC\/USDC" not found.*BTC\/USDT/,
    );
  });

  test('in a table that is not there are an error that says what to set', async () => {
    failure = {
      status: 404,
      body: 'Code: 60. DB::Exception: Table market.candles does not exist. (UNKNOWN_TABLE) (version 25.1)',
    };
    await expect(open().quote('BTC/USDT')).rejects.toThrow(/UNKNOWN_TABLE.*BATON_CLICKHOUSE_TABLE/);
  });
});

describe('names in ClickHouse', () => {
  test('are plain: they become part of statements', () => {
    expect(['candles', 'market.candles'].every(isTableName)).toBe(true);
    expect(['a b', 'a;b', 'a.b.c', "a'", 'a--', '1a'].some(isTableName)).toBe(false);
    expect(readColumns('time=opened_at, volume=base_volume')).toMatchObject({
      symbol: 'symbol',
      time: 'opened_at',
      volume: 'base_volume',
    });
    expect(() => readColumns('time=a b')).toThrow('letters, digits and underscores only');
    expect(() => readColumns('price=close')).toThrow('column "price" not found');
  });
});
