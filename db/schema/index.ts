export * from './approvals.ts';
export * from './catalog.ts';
export * from './conversations.ts';
export * from './pipelines.ts';
export * from './runs.ts';
export * from './trading.ts';
