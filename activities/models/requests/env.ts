import { z } from 'zod';

/** How long, and up to which size, requests to models are kept for people to look at. */
export const keepRequestsEnvironment = z.object({
  /** 0 keeps none. */
  BATON_KEEP_REQUESTS_DAYS: z.coerce.number().min(0).max(36_500).default(7),
  BATON_KEEP_REQUESTS_MB: z.coerce.number().min(1).default(1_024),
});
