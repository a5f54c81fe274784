import type { Instrument } from '../../../activities/trading/market/instrument.ts';

/** An equity in US dollars of which nothing more is known than what is given. */
export function anInstrument(given: Partial<Instrument> = {}): Instrument {
  return {
    id: 'X',
    kind: 'equity',
    name: null,
    base: null,
    quote: null,
    exchange: null,
    currency: 'USD',
    names: {},
    ...given,
  };
}
