import { z } from 'zod';

/** Where records are kept. */
export const databaseEnvironment = z.object({
  /** PostgreSQL; left out, a PGlite folder in `BATON_DATA`. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The folder of everything that Baton keeps on this machine. */
  BATON_DATA: z.string().min(1).default('.baton'),
});
