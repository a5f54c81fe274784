/**
 * Distribution function of the standard normal. Source: Marsaglia, Evaluating the Normal Distribution, Journal of
 * Statistical Software (2004). Absolute error near that of a double; NaN for NaN.
 */
export function normalBelow(value: number): number {
  // The series would never end.
  if (Number.isNaN(value)) return value;
  if (Math.abs(value) > 8) return value > 0 ? 1 : 0;
  let [sum, term, previous] = [value, value, 0];
  for (let odd = 3; sum !== previous; odd += 2) {
    previous = sum;
    term *= (value * value) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-value * value) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * Quantile of the standard normal distribution, by bisection within ±8.
 * @param share between 0 and 1, both exclusive.
 */
export function normalQuantile(share: number): number {
  let [low, high] = [-8, 8];
  // After 60 halvings the interval is as small as the precision of doubles.
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
