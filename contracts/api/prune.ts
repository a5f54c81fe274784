import { z } from 'zod';
import { endStatuses } from '../runs/run.ts';

export const pruneSchema = z
  .strictObject({
    olderThanDays: z
      .number()
      .min(1)
      .max(36_500)
      .optional()
      .describe('Only runs that ended more than this many days ago'),
    maxMegabytes: z
      .number()
      .min(1)
      .max(1e9)
      .optional()
      .describe('The oldest runs, until the details of all runs take at most this much'),
    keep: z.array(z.enum(endStatuses)).optional().describe('Keep runs with these statuses'),
    dryRun: z.boolean().default(false).describe('Deletes nothing'),
  })
  .refine(({ olderThanDays, maxMegabytes }) => (olderThanDays ?? maxMegabytes) !== undefined, {
    error: 'give olderThanDays or maxMegabytes',
  })
  .meta({
    id: 'Prune',
    anyOf: [{ required: ['olderThanDays'] }, { required: ['maxMegabytes'] }],
  });

const counted = z.number().int();

export const prunedSchema = z
  .object({
    runs: counted,
    steps: counted,
    messages: counted,
    artifacts: counted,
    bytes: counted.describe('Approximate size in the database'),
    of: z
      .object({ runs: counted, bytes: counted })
      .describe('All runs that still had their details'),
    dryRun: z.boolean(),
  })
  .meta({ id: 'Pruned' });
