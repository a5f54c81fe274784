import type { Bar } from '../../market/market.ts';

/** One value per bar, known at its close. NaN where undefined, such as before enough bars. */
export type Column = Float64Array;

/** A column that conditions can use by name. */
export type NamedColumn = {
  name: string;
  compute(bars: readonly Bar[]): Column;
  /** Number of bars after which a value no longer depends on where the series starts; null if it always does. */
  settledAfter: number | null;
};
