export * from './items.ts';
export * from './request.ts';
export * from './response.ts';
