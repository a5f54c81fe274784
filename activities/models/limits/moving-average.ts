/** A mean that follows its values, and how far they lie from it on average (as TCP's of the round trip, RFC 6298). */
export function createMovingAverage() {
  let mean: number | undefined;
  let deviation = 0;
  return {
    add(value: number): void {
      if (mean === undefined) {
        mean = value;
        deviation = value / 4;
        return;
      }
      deviation += (Math.abs(value - mean) - deviation) / 8;
      mean += (value - mean) / 8;
    },
    /** Undefined before the first value. */
    mean: (): number | undefined => mean,
    /** What few values are above. */
    high: (): number | undefined => (mean === undefined ? undefined : mean + 2 * deviation),
  };
}
