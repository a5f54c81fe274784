/** Workflows and records, model calls, tools, and memory each have a queue: none starves another. */
export const taskQueues = {
  workflows: 'baton-workflows',
  models: 'baton-models',
  tools: 'baton-tools',
  notifications: 'baton-notifications',
  memory: 'baton-memory',
} as const;
export type TaskQueue = keyof typeof taskQueues;
