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
