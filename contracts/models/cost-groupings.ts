/** What costs are added up by. */
export const costGroupings = ['user', 'agent', 'run', 'model', 'day'] as const;
export type CostGrouping = (typeof costGroupings)[number];
