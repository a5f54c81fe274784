/** Workflows and records, model calls, and tools each have a queue: none starves another. */
export const taskQueues = {
  workflows: 'baton-workflows',
  models: 'baton-models',
  tools: 'baton-tools',
} as const;
export type TaskQueue = keyof typeof taskQueues;
