import { z } from 'zod';

/** How to reach Temporal; left out, `npm start` runs a server of its own. */
export const temporalEnvironment = z.object({
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_API_KEY: z.string().min(1).optional(),
  TEMPORAL_TLS: z.stringbool().default(false),
  /** Where a person sees the Temporal UI; used in links. */
  TEMPORAL_UI_URL: z.url().optional(),
});

/** Workflows and records, model calls, and tools each have a queue: none starves another. */
export const taskQueues = {
  workflows: 'baton-workflows',
  models: 'baton-models',
  tools: 'baton-tools',
} as const;
export type TaskQueue = keyof typeof taskQueues;
