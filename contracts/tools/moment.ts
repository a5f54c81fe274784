/** Up to when anything may be known, where that is not now: what is asked about is a replay of the past. */
export type Moment = {
  /** ISO 8601 time. */
  asOf: string;
  /** Why it is not now, such as `a replay`. */
  reason: string;
};

/** The earliest of several; undefined stands for now. */
export function earliest(...moments: readonly (Moment | undefined)[]): Moment | undefined {
  return moments
    .filter((moment) => moment !== undefined)
    .toSorted((one, other) => Date.parse(one.asOf) - Date.parse(other.asOf))[0];
}

/** The day of a moment, as `YYYY-MM-DD`. */
export const dayOfMoment = ({ asOf }: Pick<Moment, 'asOf'>): string => asOf.slice(0, 10);
