import { z } from 'zod';

/** The database that the tool `query_database` reads. */
export const queryEnvironment = z.object({
  /** A connection to PostgreSQL as a role that may only read what it shall show; left out, nothing is queried. */
  BATON_QUERY_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'not a postgresql URL' })
    .optional(),
});
