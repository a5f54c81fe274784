export * from './alerts.ts';
export * from './market.ts';
export * from './trading.ts';
export * from './market-triggers.ts';
