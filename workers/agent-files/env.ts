import { z } from 'zod';

/** Where the user's own extensions are. */
export const extensionsEnvironment = z.object({
  /** Its folder `agents` holds an agent a file, and its folder `tools` a tool a file. */
  BATON_EXTENSIONS: z.string().min(1).default('extensions'),
});
