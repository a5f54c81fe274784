/** What a user can be told of: too many runs that did not complete, or too much that models cost. */
export const healthAlertKinds = ['failure-rate', 'cost'] as const;
export type HealthAlertKind = (typeof healthAlertKinds)[number];

/** Fewer runs that ended say nothing of how often they fail. */
export const leastRunsOfRate = 5;
