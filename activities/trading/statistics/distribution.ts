import { centralMoment, deviation, mean, orNull, quantile, ratio } from './numbers.ts';

/** Skewness, `m3 / m2^1.5`, and excess kurtosis, `m4 / m2² − 3`, of moments with n in the denominator. */
export function shapeOf(values: Float64Array) {
  const [m2, m3, m4] = [2, 3, 4].map((power) => centralMoment(values, power));
  if (!m2) return { skewness: null, excessKurtosis: null };
  return {
    skewness: ratio(m3!, m2 ** 1.5),
    excessKurtosis: orNull(m4! / m2 ** 2 - 3),
  };
}

/**
 * Test of Jarque and Bera (1980) that values are normal: `n / 6 · (skewness² + excess kurtosis² / 4)`, which is χ² with
 * two degrees of freedom where they are, so that `p = exp(−statistic / 2)`.
 */
export function jarqueBera(values: Float64Array) {
  const { skewness, excessKurtosis } = shapeOf(values);
  if (skewness === null || excessKurtosis === null) return null;
  const statistic = (values.length / 6) * (skewness ** 2 + excessKurtosis ** 2 / 4);
  return { statistic, pValue: Math.exp(-statistic / 2) };
}

/**
 * What is lost on the worst bars, as shares below 0: the return below which `1 − confidence` of them lie (historical
 * value at risk, between two returns in proportion), and the mean of those at or below it.
 */
export function tailRisk(values: Float64Array, confidence: number) {
  if (values.length === 0) return { valueAtRisk: null, conditionalValueAtRisk: null };
  const sorted = values.toSorted();
  const limit = quantile(sorted, 1 - confidence);
  return {
    valueAtRisk: limit,
    conditionalValueAtRisk: mean(sorted.filter((value) => value <= limit)),
  };
}

/** Correlation of the values with those `lag` before, about their common mean; null where they do not move. */
export function autocorrelation(values: Float64Array, lag: number): number | null {
  const center = mean(values);
  if (center === null || values.length <= lag || !deviation(values)) return null;
  let [above, below] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    below += (values[index]! - center) ** 2;
    if (index >= lag) above += (values[index]! - center) * (values[index - lag]! - center);
  }
  return ratio(above, below);
}
