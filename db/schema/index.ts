export * from './approvals.ts';
export * from './catalog.ts';
export * from './conversations.ts';
export * from './gateway-calls.ts';
export * from './model-calls.ts';
export * from './pipelines.ts';
export * from './runs.ts';
export * from './trading.ts';
