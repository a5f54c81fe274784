import { z } from 'zod';

/** What explains terms. */
export const educationEnvironment = z.object({
  /** Whether a model is asked for terms that the glossary does not have. */
  BATON_EXPLAIN_WITH_MODEL: z.stringbool().default(false),
});
