export type InstrumentKind = 'crypto' | 'equity' | 'index';

/** What an answer says of the instrument that it is about. */
export type InstrumentIdentity = {
  /** The one symbol that means it everywhere, such as `BTC/USDT` or `NASDAQ:AAPL`. */
  id: string;
  kind: InstrumentKind;
  /** Such as `Apple Inc.`; null where no source tells. */
  name: string | null;
};

/** One thing that has a price. */
export type Instrument = InstrumentIdentity & {
  /** Of crypto: what is bought, and what it is paid in. */
  base: string | null;
  quote: string | null;
  /** Of a stock: the exchange that lists it. */
  exchange: string | null;
  /** What its prices are in. */
  currency: string;
  /** What it is called in each source that was asked; null where a source does not have it. */
  names: Record<string, string | null>;
};

/** What a source says that it has under a symbol. */
export type Listing = Omit<Instrument, 'names'> & {
  /** What the source calls it. */
  nameInSource: string;
};

/** Something with a similar symbol or name, for those who asked for what is not there. */
export type NearMatch = { symbol: string; about: string };

export function identityOf({ id, kind, name }: Instrument): InstrumentIdentity {
  return { id, kind, name };
}

/** The parts of a crypto pair such as `BTC/USDT`; undefined where a symbol is none. */
export function pairOf(symbol: string): { base: string; quote: string } | undefined {
  const [, base, quote] = /^([A-Z0-9]+)\/([A-Z0-9]+)$/.exec(symbol) ?? [];
  return base && quote ? { base, quote } : undefined;
}

/** The parts of a symbol with its exchange, such as `NYSE:SOL`; undefined where it has none. */
export function qualifiedOf(symbol: string): { exchange: string; ticker: string } | undefined {
  const [, exchange, ticker] = /^([A-Z0-9]+):(.+)$/.exec(symbol) ?? [];
  return exchange && ticker ? { exchange, ticker } : undefined;
}
