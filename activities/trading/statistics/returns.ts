import { orNull } from './numbers.ts';

/** Simple returns between consecutive values, as fractions; one fewer than values. */
export function returnsOf(values: ArrayLike<number>): Float64Array {
  const returns = new Float64Array(Math.max(0, values.length - 1));
  for (let index = 1; index < values.length; index += 1) {
    returns[index - 1] = values[index]! / values[index - 1]! - 1;
  }
  return returns;
}

/** Drawdown of each value from the highest so far, as a fraction: 0 at a peak, negative below. */
export function drawdownsOf(values: ArrayLike<number>): Float64Array {
  const drawdowns = new Float64Array(values.length);
  let peak = -Infinity;
  for (let index = 0; index < values.length; index += 1) {
    peak = Math.max(peak, values[index]!);
    drawdowns[index] = values[index]! / peak - 1;
  }
  return drawdowns;
}

/**
 * Annualized return `growth^(1 / years) − 1`; null if the growth is not above zero, or the result is not finite.
 * @param growth last value / first value.
 */
export function annualReturn(growth: number, years: number): number | null {
  if (!(growth > 0) || !(years > 0)) return null;
  return orNull(growth ** (1 / years) - 1);
}
