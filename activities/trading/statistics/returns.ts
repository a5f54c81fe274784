import { orNull } from './numbers.ts';

/** Returns from each value to the next, as shares; one fewer than values. */
export function returnsOf(values: ArrayLike<number>): Float64Array {
  const returns = new Float64Array(Math.max(0, values.length - 1));
  for (let index = 1; index < values.length; index += 1) {
    returns[index - 1] = values[index]! / values[index - 1]! - 1;
  }
  return returns;
}

/** Distance of each value from the highest up to it, as a share: 0 at a peak, below it elsewhere. */
export function drawdownsOf(values: ArrayLike<number>): Float64Array {
  const drawdowns = new Float64Array(values.length);
  let peak = -Infinity;
  for (let index = 0; index < values.length; index += 1) {
    peak = Math.max(peak, values[index]!);
    drawdowns[index] = values[index]! / peak - 1;
  }
  return drawdowns;
}

/** Annual return of a growth over some years; null where everything, or more, was lost, and beyond what numbers hold. */
export function annualReturn(growth: number, years: number): number | null {
  if (!(growth > 0) || !(years > 0)) return null;
  return orNull(growth ** (1 / years) - 1);
}
