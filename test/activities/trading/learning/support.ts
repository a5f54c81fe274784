import type { Bar } from '../../../../activities/trading/market/market.ts';
import { randomNumbers } from '../../../../activities/trading/backtest/random.ts';
import { barsAt } from '../backtest/support.ts';

/**
 * Bars whose returns lean on the one before, as far as `momentum` says: 0 is a random walk.
 * @returns the same bars for the same arguments.
 */
export function leaningBars(count: number, momentum: number, seed = 'bars'): Bar[] {
  const random = randomNumbers(seed);
  let [price, step] = [100, 0];
  const closes = Array.from({ length: count }, () => {
    const noise = (random() + random() + random() - 1.5) * 0.02;
    step = momentum * step + noise;
    return (price *= 1 + step);
  });
  return barsAt(closes, ({ high, low }) => ({
    high: high * (1 + random() * 0.01),
    low: low * (1 - random() * 0.01),
    volume: 1_000 + random() * 1_000,
  }));
}

export const seriesOf = (bars: Bar[]) => ({
  symbol: 'ABC',
  timeframe: '1d' as const,
  bars,
  source: 'a test',
  asOf: bars.at(-1)!.time,
});
