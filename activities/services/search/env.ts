import { z } from 'zod';

/** Where the web is searched. */
export const searchEnvironment = z.object({
  /**
   * `duckduckgo` is its Instant Answer API, for uses that its terms allow (not commercial ones, and with attribution);
   * left out, the web is not searched.
   */
  BATON_WEB_SEARCH: z.enum(['duckduckgo']).optional(),
});
