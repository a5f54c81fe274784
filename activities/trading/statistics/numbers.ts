/** The number, or null if it is infinite or NaN. */
export const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A quotient; null if undefined. */
export function ratio(dividend: number | null, divisor: number | null): number | null {
  if (dividend === null || divisor === null || divisor === 0) return null;
  return orNull(dividend / divisor);
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Arithmetic mean; null without values. */
export function mean(values: ArrayLike<number> & Iterable<number>): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/** Central moment: the mean of `(value − mean)^power`. */
export function centralMoment(
  values: ArrayLike<number> & Iterable<number>,
  power: number,
): number | null {
  const center = mean(values);
  if (center === null) return null;
  let total = 0;
  for (const value of values) total += (value - center) ** power;
  return total / values.length;
}

/** Standard deviation with n − 1 in the denominator; null for fewer than two values. */
export function deviation(values: ArrayLike<number> & Iterable<number>): number | null {
  if (values.length < 2) return null;
  return Math.sqrt((centralMoment(values, 2)! * values.length) / (values.length - 1));
}

/** Rounds to ten significant digits, since more is noise. */
export function shown<Value extends number | null>(value: Value): Value {
  return (value === null ? null : Number(value.toPrecision(10))) as Value;
}

/** Quantile of sorted values, linearly interpolated (type 7 of Hyndman and Fan, 1996). @param share from 0 to 1. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * share;
  const [before, after] = [Math.floor(position), Math.ceil(position)];
  const from = sorted[before]!;
  return from + (sorted[after]! - from) * (position - before);
}
