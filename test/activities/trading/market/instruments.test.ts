import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FeedRefusal } from '../../../../activities/trading/market/feed.ts';
import type { Feed } from '../../../../activities/trading/market/feed.ts';
import { ccxtFeed } from '../../../../activities/trading/market/feeds/ccxt.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { emptyMarketTables, openLive } from './open-live.ts';
import { cryptoListing, scriptedFeed, stockListing } from './scripted-feed.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { ToolError } from '../../../../activities/tool-kit/tool.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyMarketTables(database.db));
afterAll(() => database.close());

const now = () => Date.UTC(2026, 2, 4, 15);
const apple = stockListing('NASDAQ', 'AAPL', 'Apple Inc.');
const emeren = stockListing('NYSE', 'SOL', 'Emeren Group');

const stocks = () => scriptedFeed({ id: 'fmp', now, listings: [apple, emeren] });
const coins = () =>
  scriptedFeed({
    id: 'kraken',
    now,
    listings: [cryptoListing('SOL/USD'), cryptoListing('BTC/USD')],
  });

function open(feeds: Feed[]) {
  return openLive({ db: database.db, feeds, now });
}

/** A source that does not respond. */
function silent(id: string): Feed {
  const refuse = async () => {
    throw new FeedRefusal('silent', `${id} does not respond`);
  };
  return {
    ...scriptedFeed({ id, now }),
    find: refuse,
    near: refuse,
    candles: refuse,
    quote: refuse,
  };
}

describe('a symbol', () => {
  test('of a stock stands for one instrument, with or without its exchange', async () => {
    const market = open([coins(), stocks()]);
    const found = await market.instrument('AAPL');
    expect(found).toEqual({
      id: 'NASDAQ:AAPL',
      kind: 'equity',
      name: 'Apple Inc.',
      base: null,
      quote: null,
      exchange: 'NASDAQ',
      currency: 'USD',
      names: { fmp: 'NASDAQ:AAPL', kraken: null },
    });
    expect(await market.instrument('NASDAQ:AAPL')).toEqual(found);
    expect((await market.quote('AAPL')).instrument).toEqual({
      id: 'NASDAQ:AAPL',
      kind: 'equity',
      name: 'Apple Inc.',
    });
  });

  test('is looked up once, also after a new start', async () => {
    await open([coins(), stocks()]).instrument('AAPL');
    const again = open([silent('kraken'), silent('fmp')]);
    expect((await again.instrument('AAPL')).id).toBe('NASDAQ:AAPL');
    expect((await again.instrument('NASDAQ:AAPL')).id).toBe('NASDAQ:AAPL');
  });

  test('that is a stock and a coin is an error that lists both', async () => {
    const market = open([coins(), stocks()]);
    await expect(market.quote('SOL')).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(
        /"SOL" may be NYSE:SOL \(Emeren Group, a stock\), SOL\/USD \(crypto\)/,
      ),
    });
    expect((await market.quote('NYSE:SOL')).instrument?.name).toBe('Emeren Group');
    expect((await market.quote('SOL/USD')).instrument?.kind).toBe('crypto');
  });

  test('that none has is an error with near matches', async () => {
    await expect(open([coins(), stocks()]).quote('AAPX')).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(
        /Symbol "AAPX" not found\. Similar symbols: NASDAQ:AAPL \(Apple Inc\.\)\. Give/,
      ),
    });
  });

  test.each(['AAPL', 'FOO'])(
    '%s without a source of stocks says so after the symbol',
    async (symbol) => {
      const market = openLive({
        db: database.db,
        feeds: [coins()],
        now,
        withoutStocks: 'set FMP_API_KEY',
      });
      await expect(market.quote(symbol)).rejects.toMatchObject({
        retryable: false,
        message: `Symbol "${symbol}" not found. No source of stocks is set up: set FMP_API_KEY. Give crypto as a pair such as BTC/USDT.`,
      });
      await expect(market.quote('SPY')).rejects.toThrow(/Similar symbols: SPX/);
      await expect(market.quote('FOO/USD')).rejects.toThrow(/^Symbol "FOO\/USD" not found/);
    },
  );

  test('that is near what needs no source names it', async () => {
    await expect(open([coins(), stocks()]).quote('SPY')).rejects.toMatchObject({
      message: expect.stringMatching(/^Symbol "SPY" not found\. Similar symbols: SPX \(/),
    });
  });

  test('that a silent source may have is an error to try again', async () => {
    await expect(open([coins(), silent('fmp')]).quote('AAPL')).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining('fmp does not respond'),
    });
  });

  test('that a silent source may have is waited for, by agents only where no other has answered', async () => {
    const oneOfTwo = open([stocks(), silent('fmp')]).quote('NOWHERE');
    await expect(oneOfTwo).rejects.toMatchObject({
      away: { what: 'the source fmp', byRequest: true },
    });
    const only = open([silent('fmp')]).quote('AAPL');
    await expect(only).rejects.toMatchObject({ away: { what: 'the source fmp' } });
    await expect(only).rejects.not.toMatchObject({ away: { byRequest: true } });
  });

  test('found while a source is silent is not kept: it may yet be ambiguous', async () => {
    expect((await open([silent('kraken'), stocks()]).instrument('SOL')).id).toBe('NYSE:SOL');
    await expect(open([coins(), stocks()]).instrument('SOL')).rejects.toThrow('may be');
  });

  /** An exchange that does not respond, as ccxt tells of it. */
  const deadExchange = (id: string) =>
    ccxtFeed({
      id,
      now,
      open: async () => {
        throw new Error('fetch failed');
      },
    });

  async function refusalOf(ask: Promise<unknown>): Promise<ToolError> {
    const refusal = await ask.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ToolError);
    return refusal as ToolError;
  }

  test('that no exchange can have is unknown each time, though exchanges do not answer', async () => {
    const market = open([deadExchange('kraken'), stocks()]);
    const first = await refusalOf(market.quote('AAPX'));
    expect(first).toMatchObject({
      retryable: false,
      message: expect.stringMatching(
        /Symbol "AAPX" not found\. Similar symbols: NASDAQ:AAPL .*could not be searched: kraken does not respond/,
      ),
    });
    // The exchange is known to be away by now.
    const second = await refusalOf(market.quote('AAPX'));
    expect([second.retryable, second.message]).toEqual([false, first.message]);
  });

  test('that those who answer do not have, and others may, is the same error each time, and says both', async () => {
    const market = open([coins(), deadExchange('bitstamp')]);
    const first = await refusalOf(market.quote('DOGE/USD'));
    expect(first).toMatchObject({
      retryable: true,
      message: expect.stringMatching(
        /"DOGE\/USD" is not in the source kraken.*bitstamp does not respond.*Check the symbol/,
      ),
    });
    const second = await refusalOf(market.quote('DOGE/USD'));
    expect([second.retryable, second.message]).toEqual([true, first.message]);
  });

  test('of a stock is in no exchange, without that one being asked', async () => {
    await open([stocks()]).instrument('AAPL');
    // An exchange that is added later does not know it, and need not be there to say so.
    const { source, passedOver } = await open([deadExchange('kraken'), stocks()]).quote('AAPL');
    expect([source, passedOver]).toEqual(['the source fmp', undefined]);
  });

  test('of a stock is not kept while no exchange says whether it is a coin too', async () => {
    expect((await open([deadExchange('kraken'), stocks()]).instrument('SOL')).id).toBe('NYSE:SOL');
    await expect(open([coins(), stocks()]).instrument('SOL')).rejects.toThrow('may be');
  });

  test('is asked for only in sources that have that very instrument', async () => {
    const other = scriptedFeed({
      id: 'other',
      now,
      listings: [{ ...apple, currency: 'EUR' }],
    });
    const refusing: Feed = {
      ...stocks(),
      quote: async () => {
        throw new FeedRefusal('limited', 'too many requests');
      },
    };
    // The stock of the same name is traded in euros there: that is another price.
    await expect(open([refusing, other]).quote('NASDAQ:AAPL')).rejects.toMatchObject({
      message: expect.stringMatching(/No source returned NASDAQ:AAPL\. the source fmp: too many/),
    });
  });
});
