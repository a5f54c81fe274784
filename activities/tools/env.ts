import { z } from 'zod';
import { plans } from '../../contracts/tools.ts';

/** What the user of this Baton may do with tools. */
export const toolsEnvironment = z.object({
  BATON_PLAN: z.enum(plans).default('premium'),
  /** Whether orders may be placed at all. */
  BATON_AI_TRADING: z.stringbool().default(true),
  /** The tools that agents may use at all, as a comma list; left out, whichever they declare. */
  BATON_ALLOWED_TOOLS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .optional(),
});
export type ToolsEnvironment = z.infer<typeof toolsEnvironment>;
