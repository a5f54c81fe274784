import { z } from 'zod';
import { endStatuses } from '../runs/run.ts';

export const pruneSchema = z
  .strictObject({
    olderThanDays: z.number().min(1).max(36_500).optional().describe('Runs that ended before'),
    maxMegabytes: z
      .number()
      .min(1)
      .max(1e9)
      .optional()
      .describe('The oldest, until the details of all runs take no more'),
    keep: z.array(z.enum(endStatuses)).optional().describe('Never runs with these statuses'),
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
    bytes: counted.describe('About how much they take in the database'),
    of: z
      .object({ runs: counted, bytes: counted })
      .describe('All runs that had their details until now'),
    dryRun: z.boolean(),
  })
  .meta({ id: 'Pruned' });
