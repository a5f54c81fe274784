/** A value for each bar; null where there is none: while an indicator warms up, or where it is not defined. */
export type Series = readonly (number | null)[];

/** The series of an indicator by what they are, such as `value`, or `macd`, `signal` and `histogram`. */
export type IndicatorSeries<Output extends string = string> = Readonly<Record<Output, Series>>;

/** What an indicator of trading-signals gives after each input, which it has seen alone with those before it. */
export function resultsOf<Input, Result>(
  indicator: { add(input: Input): Result | null },
  inputs: readonly Input[],
): (Result | null)[] {
  return inputs.map((input) => indicator.add(input));
}

/** The values without those of the first bars. */
export function nullBefore(first: number, values: Series): Series {
  return values.map((value, index) => (index < first ? null : value));
}

/**
 * The values, of which those that differ from the reference only by rounding are the reference: an average of equal prices
 * is the price, so that no condition finds it above or below.
 * @param length how many values an average is of: each can round by a last digit.
 */
export function withoutRounding(values: Series, reference: Series, length: number): Series {
  return values.map((value, index) => {
    const wanted = reference[index];
    if (value === null || wanted === null || wanted === undefined) return value;
    const rounding = length * Number.EPSILON * Math.abs(wanted);
    return Math.abs(value - wanted) <= rounding ? wanted : value;
  });
}
