export type { TemporalClient } from './temporal/client.ts';
export { StartRefused, TemporalUnavailable } from './temporal/errors.ts';
export { temporalGateway } from './temporal/gateway.ts';
export type { Execution } from './temporal/gateway.ts';
export type { StartRun } from './temporal/start-run.ts';
