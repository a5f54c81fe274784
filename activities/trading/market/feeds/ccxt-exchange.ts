/** The part of a ccxt exchange that is used. */
export type CcxtExchange = {
  markets: Record<string, { quote?: string } | undefined> | undefined;
  loadMarkets(): Promise<unknown>;
  fetchTicker(symbol: string): Promise<{
    last?: number;
    /** Of the last 24 hours. */
    baseVolume?: number;
    timestamp?: number;
  }>;
  /** Rows of the opening time in milliseconds, open, high, low, close and volume, oldest first. */
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since?: number,
    limit?: number,
  ): Promise<(number | undefined)[][]>;
};

const requestTimeoutMs = 3_000;
const usualExchanges = ['kraken', 'coinbase', 'bitstamp'];

/** Which exchanges are asked, in order: those that are listed; where it is one, the usual ones after it. */
export function exchangeOrder(listed: readonly string[]): string[] {
  return listed.length > 1 ? [...new Set(listed)] : [...new Set([...listed, ...usualExchanges])];
}

/**
 * An exchange by ccxt's name for it. ccxt is loaded on first use: it is large.
 * @throws {RangeError} where ccxt has none of that name.
 */
export async function openCcxtExchange(id: string): Promise<CcxtExchange> {
  const { default: ccxt } = await import('ccxt');
  const constructors = ccxt as unknown as Record<
    string,
    (new (options: object) => CcxtExchange) | undefined
  >;
  const Exchange = ccxt.exchanges.includes(id) ? constructors[id] : undefined;
  if (!Exchange)
    throw new RangeError(`ccxt has no exchange "${id}"; set BATON_MARKET_EXCHANGE=kraken`);
  return new Exchange({ timeout: requestTimeoutMs });
}
