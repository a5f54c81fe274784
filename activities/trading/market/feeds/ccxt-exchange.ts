import { existsSync } from 'node:fs';

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

/** Of exchanges' names: what else is given leads to no file. */
const nameForm = /^[a-z0-9]+$/;

/**
 * An exchange by ccxt's name for it, loaded on first use, and alone: ccxt as a whole is large.
 * @throws {RangeError} where ccxt has none of that name.
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
