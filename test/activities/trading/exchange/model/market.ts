import { ToolError } from '../../../../../activities/tool-kit/tool.ts';
import type { Market } from '../../../../../activities/trading/market/market.ts';
import { endOf } from './day.ts';
import type { ModelBar } from './types.ts';

const source = 'a scenario';
const timeframe = '1h';

/** A market that grows by a bar of one symbol at a time; each symbol has a clock of its own. */
export function growingMarket() {
  const series = new Map<string, ModelBar[]>();

  function barsOf(symbol: string): ModelBar[] {
    const bars = series.get(symbol);
    if (bars) return bars;
    throw new ToolError(`Symbol "${symbol}" not found.`, { retryable: false });
  }

  const market: Market = {
    async instrument(symbol) {
      barsOf(symbol);
      const none = { base: null, quote: null, exchange: null };
      return { id: symbol, kind: 'equity', name: null, ...none, currency: 'USD', names: {} };
    },
    moment: async () => undefined,
    async bars({ symbol, limit }) {
      const bars = barsOf(symbol);
      return { symbol, timeframe, bars: bars.slice(-limit), source, asOf: endOf(bars.at(-1)!) };
    },
    async range({ symbol, from, to }) {
      const bars = barsOf(symbol);
      const within = bars.filter(({ time }) => time >= from && (to === undefined || time < to));
      return { symbol, timeframe, bars: within, source, asOf: endOf(bars.at(-1)!) };
    },
    async quote(symbol) {
      const { close: price, volume, ...bar } = barsOf(symbol).at(-1)!;
      const asOf = endOf({ close: price, volume, ...bar });
      return { symbol, price, change24hPercent: null, volume, currency: 'USD', source, asOf };
    },
    async snapshot(symbol) {
      const bar = barsOf(symbol).at(-1)!;
      const now = endOf(bar);
      return { symbol, price: bar.close, currency: 'USD', timeframe, bar, now, source, asOf: now };
    },
    async nextBar(symbol, time) {
      const bar = barsOf(symbol).find((one) => one.time >= time);
      return bar
        ? { status: 'complete', bar, provenance: { source, asOf: endOf(bar) } }
        : { status: 'pending', retryAfterMs: 1_000 };
    },
  };
  return {
    market,
    add(symbol: string, bar: ModelBar) {
      series.set(symbol, [...(series.get(symbol) ?? []), bar]);
    },
    /** Takes a symbol from the market for good. */
    delist(symbol: string) {
      series.delete(symbol);
    },
  };
}
