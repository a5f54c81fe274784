/** One value per bar; null during the warm-up and where undefined. */
export type Series = readonly (number | null)[];

/** The series of an indicator by output, such as `value`, or `macd`, `signal` and `histogram`. */
export type IndicatorSeries<Output extends string = string> = Readonly<Record<Output, Series>>;

/** Feeds inputs to an indicator of trading-signals and collects its result after each. */
export function resultsOf<Input, Result>(
  indicator: { add(input: Input): Result | null },
  inputs: readonly Input[],
): (Result | null)[] {
  return inputs.map((input) => indicator.add(input));
}

/** Replaces the values before index `first` with null. */
export function nullBefore(first: number, values: Series): Series {
  return values.map((value, index) => (index < first ? null : value));
}

/**
 * Replaces values that differ from the reference only by rounding with the reference. The average of equal prices is
 * then exactly that price, so no condition finds it above or below.
 * @param length number of values in the average; each can add a rounding error.
 */
export function withoutRounding(values: Series, reference: Series, length: number): Series {
  return values.map((value, index) => {
    const wanted = reference[index];
    if (value === null || wanted === null || wanted === undefined) return value;
    const rounding = length * Number.EPSILON * Math.abs(wanted);
    return Math.abs(value - wanted) <= rounding ? wanted : value;
  });
}
