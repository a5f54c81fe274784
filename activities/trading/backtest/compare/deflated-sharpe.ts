import { centralMoment, orNull } from '../../statistics/numbers.ts';
import { normalBelow, normalQuantile } from '../../statistics/normal.ts';

const eulerMascheroni = 0.577_215_664_901_532_9;

/** A try: its Sharpe ratio of a period, not of a year, and the shape of the returns that it is of. */
export type Try = {
  sharpe: number;
  observations: number;
  skewness: number;
  /** Above that of a normal distribution. */
  excessKurtosis: number;
};

/**
 * The Sharpe ratio of a period that the best of so many tries would have by chance alone, were none of them any good:
 * `√V · ((1 − γ) Φ⁻¹(1 − 1/N) + γ Φ⁻¹(1 − 1/(N e)))` with the variance V of the tries' ratios.
 * Bailey and López de Prado, The Deflated Sharpe Ratio (2014), eq. 1.
 */
export function luckySharpe(sharpes: readonly number[]): number {
  const count = sharpes.length;
  if (count < 2) return 0;
  const variance = (centralMoment(sharpes, 2)! * count) / (count - 1);
  const [one, other] = [normalQuantile(1 - 1 / count), normalQuantile(1 - 1 / (count * Math.E))];
  return Math.sqrt(variance) * ((1 - eulerMascheroni) * one + eulerMascheroni * other);
}

/**
 * The probability that the Sharpe ratio of a try is above a benchmark: `Φ((S − B) √(n − 1) / √(1 − s S + (k − 1) S² / 4))`
 * with skewness s and kurtosis k. With {@link luckySharpe} as benchmark it is the deflated Sharpe ratio of the same
 * paper, eq. 2. Null where it is undefined.
 */
export function probabilityAbove(
  { sharpe, observations, skewness, excessKurtosis }: Try,
  benchmark: number,
): number | null {
  const spread = 1 - skewness * sharpe + ((excessKurtosis + 2) / 4) * sharpe ** 2;
  if (observations < 2 || spread <= 0) return null;
  return orNull(
    normalBelow(((sharpe - benchmark) * Math.sqrt(observations - 1)) / Math.sqrt(spread)),
  );
}
