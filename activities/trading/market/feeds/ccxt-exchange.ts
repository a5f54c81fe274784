import { existsSync } from 'node:fs';

/** The part of a ccxt exchange that Baton uses. */
export type CcxtExchange = {
  markets: Record<string, { quote?: string } | undefined> | undefined;
  loadMarkets(): Promise<unknown>;
  fetchTicker(symbol: string): Promise<{
    last?: number;
    /** Volume of the last 24 hours, in units of the base currency. */
    baseVolume?: number;
    timestamp?: number;
  }>;
  /** Candles, oldest first: opening time in milliseconds since 1970, open, high, low, close, volume. */
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since?: number,
    limit?: number,
  ): Promise<(number | undefined)[][]>;
};

const requestTimeoutMs = 3_000;
const usualExchanges = ['kraken', 'coinbase', 'bitstamp'];

/** Exchanges in order of preference: the listed ones and, after a single one, the default ones. */
export function exchangeOrder(listed: readonly string[]): string[] {
  return listed.length > 1 ? [...new Set(listed)] : [...new Set([...listed, ...usualExchanges])];
}

/** The form of exchange names, so that no other text becomes part of a file path. */
const nameForm = /^[a-z0-9]+$/;

/**
 * Loads one exchange of ccxt by name, without the rest of ccxt, which is large.
 * @throws {RangeError} if ccxt has no exchange with this name.
 */
export async function openCcxtExchange(id: string): Promise<CcxtExchange> {
  const file = new URL(`src/${id}.js`, import.meta.resolve('ccxt'));
  if (!nameForm.test(id) || !existsSync(file))
    throw new RangeError(
      `ccxt has no exchange "${id}"; set BATON_MARKET_EXCHANGE to one that it has, such as kraken`,
    );
  const { default: Exchange } = (await import(file.href)) as {
    default: new (options: object) => CcxtExchange;
  };
  return new Exchange({ timeout: requestTimeoutMs });
}
