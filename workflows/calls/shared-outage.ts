/**
 * An outage that several calls of a workflow wait for: one call checks whether it is over, the others wait for that
 * call.
 */
export type SharedOutage = {
  /** The call that looks. */
  scout: symbol | undefined;
  /** The others, of which the first takes its place when it gives up. */
  others: Set<symbol>;
  /** How often what was away has been found to be back. */
  ends: number;
};

/** By what is away. A workflow has its modules to itself. */
const outages = new Map<string, SharedOutage>();

export function sharedOutage(away: string): SharedOutage {
  const known: SharedOutage = outages.get(away) ?? { scout: undefined, others: new Set(), ends: 0 };
  outages.set(away, known);
  return known;
}
