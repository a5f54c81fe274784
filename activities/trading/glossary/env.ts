import { z } from 'zod';

/** Settings of explain_concept. */
export const educationEnvironment = z.object({
  /** Whether to ask a model for terms that are not in the glossary. */
  BATON_EXPLAIN_WITH_MODEL: z.stringbool().default(false),
});
