import type { Bar } from '../../market/market.ts';

/** A value for each bar, known at its close; NaN where it is not defined, as before enough bars. */
export type Column = Float64Array;

/** A column that conditions can name. */
export type NamedColumn = {
  name: string;
  compute(bars: readonly Bar[]): Column;
  /** Bars from which on its value no longer depends on where the bars begin; null where it always does. */
  settledAfter: number | null;
};
