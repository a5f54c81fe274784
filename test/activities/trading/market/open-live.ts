import { sql } from 'drizzle-orm';
import { createCandleStore } from '../../../../activities/trading/market/candles/candle-store.ts';
import { createAskFeeds } from '../../../../activities/trading/market/feeds/ask-feeds.ts';
import type { Feed } from '../../../../activities/trading/market/feed.ts';
import { createInstruments } from '../../../../activities/trading/market/instruments/resolve.ts';
import { createLiveMarket } from '../../../../activities/trading/market/live-market.ts';
import { rememberUnreachable } from '../../../../activities/tool-kit/unreachable.ts';
import type { Database } from '../../../../db/open.ts';
import { candleRepository } from '../../../../db/trading/candles.ts';
import { instrumentRepository } from '../../../../db/trading/instruments.ts';

/** A live market of sources, on records that a test may share with another. */
export function openLive(options: {
  db: Database;
  feeds: Feed[];
  now: () => number;
  withoutStocks?: string;
}) {
  const { db, feeds, now, withoutStocks } = options;
  const unreachable = rememberUnreachable({ now });
  const instruments = createInstruments({
    feeds,
    kept: instrumentRepository(db),
    unreachable,
    others: [{ symbol: 'SPX', about: 'the S&P 500, replayed' }],
    advice: 'Give crypto as a pair such as BTC/USDT.',
    withoutStocks,
  });
  return createLiveMarket({
    ask: createAskFeeds({ feeds, instruments, unreachable }),
    instruments,
    store: createCandleStore({ candles: candleRepository(db), now }),
    now,
  });
}

/** Takes away what other tests have kept. */
export async function emptyMarketTables(db: Database): Promise<void> {
  await db.execute(sql`truncate candles, candle_ranges, instrument_symbols, instruments`);
}
