/**
 * The share of a standard normal distribution below a value. Marsaglia's series (Evaluating the Normal Distribution,
 * Journal of Statistical Software, 2004), exact to the last digits of a double; NaN of NaN.
 */
export function normalBelow(value: number): number {
  // Its series would have no end.
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

/** The value below which a share of a standard normal distribution lies, for shares from 0 to 1 without both. */
export function normalQuantile(share: number): number {
  let [low, high] = [-8, 8];
  // Each round halves the interval; after 60 it is as small as doubles are fine.
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
