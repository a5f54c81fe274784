export * from './chat.ts';
export * from './chat-completions.ts';
export * from './completion.ts';
export * from './embeddings.ts';
export * from './errors.ts';
export * from './fields.ts';
export * from './messages.ts';
export * from './models.ts';
