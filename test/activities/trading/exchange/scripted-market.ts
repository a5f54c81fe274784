import { ToolError } from '../../../../activities/tool-kit/tool.ts';
import type { Bar, Market, Timeframe } from '../../../../activities/trading/market/market.ts';

const lengthMs = { '1h': 3_600_000, '1d': 86_400_000 };

/** Open, high, low and close, and the volume, which is plenty unless it is said. */
export type Script = [number, number, number, number, number?];

/**
 * A market with one symbol, `ABC`, whose bars are written down. It stands at the close of its first bar until the test
 * lets it go on.
 */
export function scriptedMarket(
  script: readonly Script[],
  timeframe: Timeframe & keyof typeof lengthMs = '1h',
) {
  const length = lengthMs[timeframe];
  const start = Date.UTC(2020, 0, 6);
  const bars: Bar[] = script.map(([open, high, low, close, volume = 1e6], index) => ({
    time: new Date(start + index * length).toISOString(),
    open,
    high,
    low,
    close,
    volume,
  }));
  let newest = 0;
  let silent = false;
  let isListed = true;
  const endOf = (bar: Bar) => new Date(Date.parse(bar.time) + length).toISOString();
  const now = () => bars[newest]!;
  const source = 'a script';

  function check(symbol: string): void {
    if (silent) throw new ToolError('the market is silent', { retryable: true });
    if (symbol === 'ABC' && isListed) return;
    throw new ToolError(`Symbol "${symbol}" not found. Available: ABC.`, { retryable: false });
  }

  const market: Market = {
    async instrument(symbol) {
      check(symbol);
      const none = { base: null, quote: null, exchange: null };
      return { id: symbol, kind: 'equity', name: null, ...none, currency: 'USD', names: {} };
    },
    moment: async () => undefined,
    async bars({ symbol, limit }) {
      check(symbol);
      const known = bars.slice(0, newest + 1).slice(-limit);
      return { symbol, timeframe, bars: known, source, asOf: endOf(now()) };
    },
    async range({ symbol, from, to }) {
      check(symbol);
      const known = bars.slice(0, newest + 1);
      const within = known.filter(({ time }) => time >= from && (to === undefined || time < to));
      return { symbol, timeframe, bars: within, source, asOf: endOf(now()) };
    },
    async quote(symbol) {
      check(symbol);
      const { close: price, volume } = now();
      const asOf = endOf(now());
      return { symbol, price, change24hPercent: null, volume, currency: 'USD', source, asOf };
    },
    async snapshot(symbol) {
      check(symbol);
      const asOf = endOf(now());
      const price = now().close;
      return { symbol, price, currency: 'USD', timeframe, bar: now(), now: asOf, source, asOf };
    },
    async nextBar(symbol, time) {
      check(symbol);
      const index = bars.findIndex((bar) => bar.time >= time);
      if (index === -1 || index > newest) return { status: 'pending', retryAfterMs: 1_000 };
      const bar = bars[index]!;
      return { status: 'complete', bar, provenance: { source, asOf: endOf(bar) } };
    },
  };
  return {
    market,
    /** Lets so many bars pass. */
    pass(count = 1) {
      newest += count;
    },
    /** Takes the symbol from the market for good. */
    delist() {
      isListed = false;
    },
    /** While it is, the market does not respond. */
    silence(isSilent: boolean) {
      silent = isSilent;
    },
  };
}
