export * from './approvals.ts';
export * from './catalog.ts';
export * from './health.ts';
export * from './pipelines.ts';
export * from './problems.ts';
export * from './runs.ts';
export * from './values.ts';
