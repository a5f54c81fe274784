export * from './answer.ts';
export * from './content.ts';
export * from './request.ts';
