import { centralMoment, deviation, mean, orNull, quantile, ratio } from './numbers.ts';

/**
 * Skewness `m3 / m2^1.5` and excess kurtosis `m4 / m2² − 3`, with central moments m (n in the denominator). Null if all
 * values are equal.
 */
export function shapeOf(values: Float64Array) {
  const [m2, m3, m4] = [2, 3, 4].map((power) => centralMoment(values, power));
  if (!m2) return { skewness: null, excessKurtosis: null };
  return {
    skewness: ratio(m3!, m2 ** 1.5),
    excessKurtosis: orNull(m4! / m2 ** 2 - 3),
  };
}

/**
 * Normality test of Jarque and Bera (1980): `n / 6 · (skewness² + excess kurtosis² / 4)`. For normal values it is
 * χ²-distributed with 2 degrees of freedom, so `p = exp(−statistic / 2)`.
 */
export function jarqueBera(values: Float64Array) {
  const { skewness, excessKurtosis } = shapeOf(values);
  if (skewness === null || excessKurtosis === null) return null;
  const statistic = (values.length / 6) * (skewness ** 2 + excessKurtosis ** 2 / 4);
  return { statistic, pValue: Math.exp(-statistic / 2) };
}

/**
 * Historical value at risk and its conditional mean, as returns (negative for losses): the `1 − confidence` quantile,
 * interpolated, and the mean of all returns at or below it.
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

/** Autocorrelation at a lag, about the common mean; null if the values are constant or too few. */
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
