import { z } from 'zod';
import { instantSchema } from './values.ts';

/** What limit holds a run up. */
export const queuedSchema = z
  .object({
    nodePath: z.string(),
    reason: z.string().describe('Which limit it is'),
    since: instantSchema.nullable(),
    behind: z
      .number()
      .int()
      .nullable()
      .describe(
        'How many calls came before it in its worker at its last try. Null where that is unknown',
      ),
  })
  .nullable()
  .default(null)
  .describe('Set while a limit holds the run up, such as the rate limit of a model');
