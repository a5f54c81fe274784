/** What costs are added up by. */
export const costGroupings = ['user', 'key', 'agent', 'run', 'model', 'day'] as const;
export type CostGrouping = (typeof costGroupings)[number];
