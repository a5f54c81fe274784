export type { TemporalClient } from './client.ts';
export { StartRefused, TemporalUnavailable } from './errors.ts';
export type { InputAttributes } from './search-attributes.ts';
export { temporalGateway } from './gateway.ts';
export type { Backlog } from './backlogs.ts';
export type { Execution } from './gateway.ts';
export type { StartRun } from './start-run.ts';
