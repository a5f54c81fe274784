/** What an instrument is; `equity` includes funds. */
export type InstrumentKind = 'crypto' | 'equity' | 'index';

/** The instrument that an answer is about. */
export type InstrumentIdentity = {
  /** Canonical symbol, such as `BTC/USDT` or `NASDAQ:AAPL`. */
  id: string;
  kind: InstrumentKind;
  /** Such as `Apple Inc.`; null if unknown. */
  name: string | null;
};

/** An instrument that can be priced. */
export type Instrument = InstrumentIdentity & {
  /** Base and quote currency of a crypto pair; null for others. */
  base: string | null;
  quote: string | null;
  /** Listing exchange of a stock; null for others. */
  exchange: string | null;
  /** Currency of its prices. */
  currency: string;
  /** Its name in each source that was asked, by the source's id; null if the source does not have it. */
  names: Record<string, string | null>;
};

/** An instrument as a source lists it. */
export type Listing = Omit<Instrument, 'names'> & {
  /** The source's name of it. */
  nameInSource: string;
};

/** An instrument with a similar symbol or name, to suggest when a symbol is not found. */
export type NearMatch = { symbol: string; about: string };

export function identityOf({ id, kind, name }: Instrument): InstrumentIdentity {
  return { id, kind, name };
}

/** The parts of a crypto pair such as `BTC/USDT`; undefined for other symbols. */
export function pairOf(symbol: string): { base: string; quote: string } | undefined {
  const [, base, quote] = /^([A-Z0-9]+)\/([A-Z0-9]+)$/.exec(symbol) ?? [];
  return base && quote ? { base, quote } : undefined;
}

/** The parts of a symbol with an exchange, such as `NYSE:SOL`; undefined for other symbols. */
export function qualifiedOf(symbol: string): { exchange: string; ticker: string } | undefined {
  const [, exchange, ticker] = /^([A-Z0-9]+):(.+)$/.exec(symbol) ?? [];
  return exchange && ticker ? { exchange, ticker } : undefined;
}
