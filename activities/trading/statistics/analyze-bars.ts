import type { BarSeries } from '../market/market.ts';
import { autocorrelation, jarqueBera, shapeOf, tailRisk } from './distribution.ts';
import { drawdownEpisodes } from './drawdown-episodes.ts';
import { deviation, mean, ratio, shown } from './numbers.ts';
import { periodsPerYear } from './periods.ts';
import { annualReturn, drawdownsOf, returnsOf } from './returns.ts';
import { dickeyFuller } from './stationarity.ts';
import type { DickeyFuller } from './stationarity.ts';

const dayMs = 86_400_000;
/** Decay factor of the exponentially weighted variance (RiskMetrics, 1996). */
const memory = 0.94;
/** Window of the recent volatility, in bars. */
const recent = 20;
const deepest = 5;

const times = (value: number | null, factor: number) => (value === null ? null : value * factor);

/** Statistics of closes and of close-to-close returns. Values are fractions, not percentages; null if undefined. */
export function analyzeBars(series: Pick<BarSeries, 'bars' | 'timeframe' | 'instrument'>) {
  const { bars } = series;
  const closes = Float64Array.from(bars, ({ close }) => close);
  const returns = returnsOf(closes);
  const perYear = periodsPerYear(series);
  const root = Math.sqrt(perYear);
  const [first, last] = [bars[0], bars.at(-1)];
  const years =
    first && last ? (Date.parse(last.time) - Date.parse(first.time)) / dayMs / 365.25 : 0;
  const growth = ratio(closes.at(-1) ?? null, closes[0] ?? null);
  const logs = closes.map(Math.log);
  return {
    returns: {
      total: growth === null ? null : shown(growth - 1),
      annual: growth === null ? null : shown(annualReturn(growth, years)),
      mean: shown(mean(returns)),
      best: returns.length === 0 ? null : shown(returns.reduce((a, b) => Math.max(a, b))),
      worst: returns.length === 0 ? null : shown(returns.reduce((a, b) => Math.min(a, b))),
      positiveShare: ratio(returns.filter((one) => one > 0).length, returns.length),
    },
    volatility: {
      annual: shown(times(deviation(returns), root)),
      recentAnnual:
        returns.length < recent ? null : shown(times(deviation(returns.slice(-recent)), root)),
      weightedAnnual: shown(times(weightedDeviation(returns), root)),
    },
    distribution: {
      ...shownAll(shapeOf(returns)),
      jarqueBera: shownAll(jarqueBera(returns)),
      at95: shownAll(tailRisk(returns, 0.95)),
      at99: shownAll(tailRisk(returns, 0.99)),
    },
    dependence: {
      autocorrelation: [1, 2, 3].map((lag) => shown(autocorrelation(returns, lag))),
      /** Autocorrelation of squared returns: above 0, volatility clusters. */
      ofSquares: shown(
        autocorrelation(
          returns.map((one) => one * one),
          1,
        ),
      ),
    },
    stationarity: {
      logPrice: describeTest(dickeyFuller(logs, 'trend')),
      returns: describeTest(dickeyFuller(returns, 'constant')),
    },
    drawdowns: {
      largest: shown(drawdownsOf(closes).reduce((least, one) => Math.min(least, one), 0)),
      now: shown(drawdownsOf(closes).at(-1) ?? null),
      deepest: drawdownEpisodes(
        closes,
        bars.map(({ time }) => time),
        deepest,
      ),
    },
    conventions: {
      returns:
        'from close to close, as shares; annual with calendar years, (C_T / C_0)^(1 / years) − 1',
      volatility: `std(r, ddof 1) · √${shown(perYear)}; recent over ${recent} bars; weighted with 0.94 (RiskMetrics)`,
      distribution:
        'moments with n in the denominator, kurtosis minus 3 (excess kurtosis); Jarque–Bera against χ²(2); ' +
        'historical value at risk, and the mean of the returns at or below it',
      stationarity:
        'augmented Dickey–Fuller, lags by Akaike, p by MacKinnon (1994): of the log price with constant and trend, of ' +
        'returns with constant; p below 0.05 is evidence against a random walk',
      drawdowns: 'close / highest close before it − 1',
    },
  };
}

/** Exponentially weighted volatility (RiskMetrics, 1996): `variance = 0.94 · variance + 0.06 · return²`. */
function weightedDeviation(returns: Float64Array): number | null {
  if (returns.length < 2) return null;
  let variance = returns[0]! ** 2;
  for (const one of returns.subarray(1)) variance = memory * variance + (1 - memory) * one ** 2;
  return Math.sqrt(variance);
}

function describeTest(test: DickeyFuller | null) {
  if (!test) return null;
  const { statistic, pValue, criticalValues, ...rest } = test;
  return {
    ...rest,
    statistic: shown(statistic),
    pValue: shown(pValue),
    criticalValues: shownAll(criticalValues),
    reading:
      pValue < 0.05
        ? 'stationary: unlikely for a random walk'
        : 'not shown to be stationary: consistent with a random walk',
  };
}

function shownAll<Values extends Record<string, number | null> | null>(values: Values): Values {
  if (values === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shown(value)]),
  ) as Values;
}
