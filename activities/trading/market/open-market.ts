import { candleRepository } from '../../../db/trading/candles.ts';
import { instrumentRepository } from '../../../db/trading/instruments.ts';
import type { Database } from '../../../db/open.ts';
import type { Network } from '../../network/network.ts';
import { rememberUnreachable } from '../../tool-kit/unreachable.ts';
import { createCandleStore } from './candles/candle-store.ts';
import { listedExchanges } from './env.ts';
import type { MarketEnvironment } from './env.ts';
import { createAskFeeds } from './feeds/ask-feeds.ts';
import { exchangeOrder, openCcxtExchange } from './feeds/ccxt-exchange.ts';
import { ccxtFeed } from './feeds/ccxt.ts';
import { clickHouseFeed, openClickHouse } from './feeds/clickhouse.ts';
import type { Feed } from './feed.ts';
import { fmpFeed } from './feeds/fmp.ts';
import { createFmpClient } from './fmp/fmp-client.ts';
import { createFundamentals } from './fundamentals/fundamentals.ts';
import type { Fundamentals } from './fundamentals/fundamentals.ts';
import { createScreener } from './fundamentals/screener.ts';
import type { Screener } from './fundamentals/screener.ts';
import { createInstruments } from './instruments/resolve.ts';
import { createLiveMarket } from './live-market.ts';
import type { Market, MarketSource } from './market.ts';
import { replaySymbol } from './replay.ts';
import { ToolError } from '../../tool-kit/tool.ts';

/** The market and what belongs to it. */
export type OpenMarket = {
  market: Market;
  /** Set if there is an API key of Financial Modeling Prep. */
  fundamentals: Fundamentals | undefined;
  screener: Screener | undefined;
  close(): Promise<void>;
};

/**
 * Opens the market with the sources that the settings name and that are configured.
 * @param options.replay the market of the bundled bars.
 */
export function openMarket(options: {
  db: Database;
  environment: MarketEnvironment;
  network: Network;
  replay: MarketSource;
}): OpenMarket {
  const { db, environment, network, replay } = options;
  const { FMP_API_KEY: key, FMP_URL: base, CLICKHOUSE_URL: url } = environment;
  const fmp = key === undefined ? undefined : createFmpClient({ network, key, base });
  const clickHouse = url === undefined ? undefined : openClickHouse(url);
  const table = {
    name: environment.BATON_CLICKHOUSE_TABLE,
    columns: environment.BATON_CLICKHOUSE_COLUMNS,
    currency: environment.BATON_CLICKHOUSE_CURRENCY,
  };
  const open = {
    ccxt: () =>
      exchangeOrder(listedExchanges(environment)).map((id) =>
        ccxtFeed({ id, open: openCcxtExchange }),
      ),
    fmp: () => (fmp ? [fmpFeed(fmp)] : []),
    clickhouse: () => (clickHouse ? [clickHouseFeed({ client: clickHouse, table })] : []),
    sample: (): Feed[] => [],
  };
  const named = [...new Set(environment.BATON_MARKET_SOURCES)];
  const feeds = named.flatMap((name) => open[name]());
  const hasSample = named.includes('sample');
  // The user's own table can have stocks too.
  const hasStocks = feeds.some(({ id }) => id === 'fmp' || id === 'clickhouse');
  const unreachable = rememberUnreachable();
  const instruments = createInstruments({
    feeds,
    kept: instrumentRepository(db),
    unreachable,
    others: hasSample ? [{ symbol: replaySymbol, about: 'the S&P 500, replayed' }] : [],
    advice: adviceOn(environment),
    withoutStocks: hasStocks ? undefined : stocksNeed(environment),
  });
  const live = createLiveMarket({
    ask: createAskFeeds({ feeds, instruments, unreachable }),
    instruments,
    store: createCandleStore({ candles: candleRepository(db) }),
  });
  const market = createMarket(hasSample ? [replay, live] : [live]);
  return {
    market,
    fundamentals: fmp && createFundamentals({ client: fmp, market }),
    screener: fmp && createScreener({ client: fmp }),
    close: async () => clickHouse?.close(),
  };
}

function adviceOn(environment: MarketEnvironment): string {
  const { BATON_MARKET_SOURCES: named, CLICKHOUSE_URL: url } = environment;
  const pair = named.includes('ccxt') ? 'Give crypto as a pair such as BTC/USDT.' : '';
  const need = stocksNeed(environment);
  const isOwnTable = url !== undefined && named.includes('clickhouse');
  const stocks = isOwnTable && need ? `For stocks that ClickHouse does not have, ${need}.` : '';
  return [pair, stocks].filter(Boolean).join(' ');
}

/** What to configure for a source of all stocks; empty if there is one. */
function stocksNeed({ FMP_API_KEY: key, BATON_MARKET_SOURCES: named }: MarketEnvironment): string {
  const missing = [
    key === undefined ? 'set FMP_API_KEY' : '',
    named.includes('fmp') ? '' : 'add fmp to BATON_MARKET_SOURCES',
  ];
  return missing.filter(Boolean).join(', and ');
}

/** Combines sources into one market: the first source that has a symbol answers for it. */
export function createMarket(sources: readonly MarketSource[]): Market {
  function sourceOf(symbol: string): MarketSource {
    const source = sources.find((candidate) => candidate.has(symbol));
    if (source) return source;
    const offers = sources.map((candidate) => candidate.offers).join('; ');
    throw new ToolError(`Symbol "${symbol}" not found. Available: ${offers}.`, {
      retryable: false,
    });
  }

  return {
    instrument: async (symbol) => sourceOf(symbol).instrument(symbol),
    moment: async (symbol) => sources.find((source) => source.has(symbol))?.moment(symbol),
    bars: async (request) => sourceOf(request.symbol).bars(request),
    range: async (request) => sourceOf(request.symbol).range(request),
    quote: async (symbol) => sourceOf(symbol).quote(symbol),
    snapshot: async (symbol) => sourceOf(symbol).snapshot(symbol),
    nextBar: async (symbol, time) => sourceOf(symbol).nextBar(symbol, time),
  };
}
