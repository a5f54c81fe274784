import type { MarketEnvironment } from '../../../activities/trading/market/env.ts';

/** Where prices come from, in words: each source that the settings name and that has what it needs. */
export function describeMarket(environment: MarketEnvironment): string {
  const { BATON_MARKET_START: start, BATON_MARKET_BARS_PER_MINUTE: barsPerMinute } = environment;
  const about = {
    ccxt: `crypto such as BTC/USDT: live, from ${environment.BATON_MARKET_EXCHANGE} first, when the network answers`,
    fmp:
      environment.FMP_API_KEY && 'stocks such as NASDAQ:AAPL: live, from Financial Modeling Prep',
    clickhouse: environment.CLICKHOUSE_URL && `${environment.BATON_CLICKHOUSE_TABLE} in ClickHouse`,
    sample: `SPX: sample data, real S&P 500 days replayed from ${start}, ${barsPerMinute} a minute`,
  };
  return environment.BATON_MARKET_SOURCES.map((name) => about[name])
    .filter(Boolean)
    .join('; ');
}
