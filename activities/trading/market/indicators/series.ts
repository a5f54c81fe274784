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
