import { z } from 'zod';
import { budgetShape } from '../models/budget.ts';

/** When the budget of a key begins anew, in UTC. */
export const budgetPeriods = ['day', 'month', 'total'] as const;

const mostPerMinute = 1_000_000_000;

/** What a key may do with models. A key that has any of these limits calls models, and does nothing else. */
export const keyModelLimitsSchema = z
  .strictObject({
    models: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(100)
      .optional()
      .describe(
        'The only models that the key can use: names as in `model`, or `provider:*`. Default: any',
      ),
    budgetUsd: budgetShape.usd
      .optional()
      .describe('Maximum US dollars in each period. Default: unlimited'),
    budgetPeriod: z
      .enum(budgetPeriods)
      .optional()
      .describe('How often the budget resets (UTC). Default: month'),
    requestsPerMinute: z.number().int().min(1).max(mostPerMinute).optional(),
    tokensPerMinute: z
      .number()
      .int()
      .min(1)
      .max(mostPerMinute)
      .optional()
      .describe('Input and output tokens of the calls that ended within a minute'),
  })
  .meta({ id: 'KeyModelLimits' });
export type KeyModelLimits = z.infer<typeof keyModelLimitsSchema>;

/** The account that the budget of a key is charged to at a time. */
export function keyAccount(
  id: string,
  { budgetPeriod: period = 'month' }: KeyModelLimits,
  at: Date,
): string {
  const instant = at.toISOString();
  const name = { day: instant.slice(0, 10), month: instant.slice(0, 7), total: 'total' }[period];
  return `key:${id}:${name}`;
}
