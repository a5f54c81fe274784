import { ToolError } from '../tools/tool.ts';
import { rememberUnreachable } from '../tools/unreachable.ts';

/** Opening time in ms, open, high, low, close, volume. */
export type Candle = (number | undefined)[];

/** The part of a ccxt exchange that is used here. */
export type CryptoExchange = {
  markets: Record<string, { quote?: string } | undefined> | undefined;
  loadMarkets(): Promise<unknown>;
  fetchTicker(symbol: string): Promise<{
    last?: number;
    baseVolume?: number;
    timestamp?: number;
  }>;
  fetchOHLCV(symbol: string, timeframe: string, since?: number, limit?: number): Promise<Candle[]>;
};

const requestTimeoutMs = 3000;
const otherExchanges = ['kraken', 'coinbase', 'bitstamp'];

/** Loads ccxt on first use: it is large. */
async function loadFromCcxt(id: string): Promise<CryptoExchange> {
  const { default: ccxt } = await import('ccxt');
  const constructors = ccxt as unknown as Record<
    string,
    (new (options: object) => CryptoExchange) | undefined
  >;
  const Exchange = ccxt.exchanges.includes(id) ? constructors[id] : undefined;
  if (!Exchange) {
    throw new ToolError(`ccxt has no exchange "${id}"; set BATON_MARKET_EXCHANGE to kraken`, {
      retryable: false,
    });
  }
  return new Exchange({ timeout: requestTimeoutMs });
}

/** What one exchange answered, and which it was. */
export type ExchangeAnswer<Value> = { exchange: string; currency: string; value: Value };

export type CryptoExchanges = {
  /**
   * Asks the exchanges one after the other until one answers for the symbol.
   * @throws {ToolError} retryable when none answers, not retryable when those that do lack the symbol.
   */
  ask<Value>(
    symbol: string,
    request: (exchange: CryptoExchange) => Promise<Value>,
  ): Promise<ExchangeAnswer<Value>>;
};

/**
 * Public data of crypto exchanges, without a key.
 * @param options.preferred the exchange that is asked first.
 */
export function createCryptoExchanges(options: {
  preferred: string;
  load?: (id: string) => Promise<CryptoExchange>;
  now?: () => number;
}): CryptoExchanges {
  const { preferred, load = loadFromCcxt, now } = options;
  const ids = [...new Set([preferred, ...otherExchanges])];
  const loaded = new Map<string, CryptoExchange>();
  const unreachable = rememberUnreachable({ now });

  async function open(id: string): Promise<CryptoExchange> {
    const exchange = loaded.get(id) ?? (await load(id));
    loaded.set(id, exchange);
    await exchange.loadMarkets();
    return exchange;
  }

  return {
    async ask(symbol, request) {
      let lacking: string[] = [];
      for (const id of ids.filter((candidate) => !unreachable.has(candidate))) {
        try {
          const exchange = await open(id);
          const market = exchange.markets?.[symbol];
          if (!market) {
            lacking.push(id);
            continue;
          }
          const currency = market.quote ?? symbol.split('/')[1]!;
          return { exchange: id, currency, value: await request(exchange) };
        } catch (error) {
          if (error instanceof ToolError) throw error;
          unreachable.add(id);
        }
      }
      if (lacking.length > 0) {
        throw new ToolError(
          `${lacking.join(', ')} has no ${symbol}. Give a pair such as BTC/USDT or ETH/USDT, or SPX.`,
          { retryable: false },
        );
      }
      throw new ToolError(
        `No crypto exchange answers for ${symbol} (tried ${ids.join(', ')}). Check the network of ` +
          'this machine and try again in a minute; SPX needs no network.',
        { retryable: true },
      );
    },
  };
}
