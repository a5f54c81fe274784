import type { BacktestReport, Interval } from '../../../contracts/trading/backtest.ts';
import { mean, quantile } from '../statistics/numbers.ts';
import { annualReturn, returnsOf } from '../statistics/returns.ts';
import { below, randomNumbers } from './random.ts';
import { conventions } from './metrics/conventions.ts';
import type { Curve } from './metrics/curve-metrics.ts';

/** With fewer returns, the intervals would be meaningless. */
const fewest = 30;

/**
 * 90 % confidence intervals of the figures of an equity curve, by a circular block bootstrap (Politis and Romano,
 * 1992). Blocks of `√n` bars keep the dependence between consecutive returns.
 * @returns null with fewer than 30 returns, or without runs.
 */
export function bootstrap(
  { equity, periodsPerYear }: Curve,
  { runs, seed }: { runs: number; seed: string },
): BacktestReport['bootstrap'] {
  const returns = returnsOf(equity);
  if (returns.length < fewest || runs === 0) return null;
  const blockBars = Math.round(Math.sqrt(returns.length));
  const random = randomNumbers(seed);
  const figures = { sharpe: [] as number[], cagr: [] as number[], maxDrawdown: [] as number[] };
  const center = mean(returns)!;
  for (let run = 0; run < runs; run += 1) {
    const { average, spread, growth, maxDrawdown } = resample(returns, blockBars, random, center);
    const cagr = annualReturn(growth, returns.length / periodsPerYear);
    if (spread > 0) figures.sharpe.push((average / spread) * Math.sqrt(periodsPerYear));
    if (cagr !== null) figures.cagr.push(cagr);
    figures.maxDrawdown.push(maxDrawdown);
  }
  return {
    runs,
    seed,
    blockBars,
    sharpe: interval(figures.sharpe, runs),
    cagr: interval(figures.cagr, runs),
    maxDrawdown: interval(figures.maxDrawdown, runs),
    // Resampled returns have no dates, so the years are counted in periods.
    conventions: { cagr: conventions.cagrQuantstats },
    notice:
      'It shows how much the result depends on the order and choice of the returns. It does not show that the ' +
      'future is like the past.',
  };
}

/**
 * Draws one resample, in blocks.
 * @param center close to the mean of the returns. Sums of deviations from it keep their precision.
 */
function resample(from: Float64Array, blockBars: number, random: () => number, center: number) {
  const count = from.length;
  let [growth, peak, maxDrawdown, sum, squares] = [1, 1, 0, 0, 0];
  for (let done = 0; done < count;) {
    let at = below(random, count);
    const end = Math.min(count, done + blockBars);
    for (; done < end; done += 1) {
      const one = from[at]!;
      at = at + 1 === count ? 0 : at + 1;
      sum += one - center;
      squares += (one - center) ** 2;
      growth *= 1 + one;
      if (growth > peak) peak = growth;
      else if (growth / peak - 1 < maxDrawdown) maxDrawdown = growth / peak - 1;
    }
  }
  const variance = Math.max(0, squares - sum ** 2 / count) / (count - 1);
  return { average: center + sum / count, spread: Math.sqrt(variance), growth, maxDrawdown };
}

/**
 * The 5 % and 95 % quantiles; null if the figure is undefined in any run, since the others alone would look too good.
 */
function interval(values: number[], runs: number): Interval | null {
  if (values.length < runs) return null;
  const sorted = Float64Array.from(values).toSorted();
  return { low: quantile(sorted, 0.05), high: quantile(sorted, 0.95) };
}
