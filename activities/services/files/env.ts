import { z } from 'zod';

/** What tools may read of this machine. */
export const filesEnvironment = z.object({
  /** The folder whose text files may be read; left out, none may. */
  BATON_FILES: z.string().min(1).optional(),
});
