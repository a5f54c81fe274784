import { z } from 'zod';
import { ownWords } from '../base/own-words.ts';
import { budgetPolicies, budgetSchema } from '../models/budget.ts';
import { costGroupings } from '../models/cost-groupings.ts';
import { nameCharacter, userNameSchema } from '../base/user.ts';
import { instantSchema, listOf } from './values.ts';

export const usdSchema = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'write US dollars as decimal text, such as 12.50')
  .describe('US dollars, exact, as decimal text');

/** An instant, or a day, which is its beginning in UTC. */
export const momentSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'write a day such as 2026-11-21, or an instant such as 2026-11-21T09:30:00Z',
  })
  .transform((text) => new Date(text));

export const costQuery = z.object({
  by: z.enum(costGroupings).default('model').describe('What each row groups by'),
  from: momentSchema.optional().describe('The first day or instant included (UTC)'),
  to: momentSchema.optional().describe('The first day or instant excluded (UTC)'),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Rows in the answer'),
});

export const costSumShape = {
  calls: z.number().int(),
  tokens: z.object({
    input: z.number().int().describe('All input tokens'),
    output: z.number().int().describe('All output tokens'),
    cachedInput: z.number().int().describe('A part of input'),
    cacheWrite: z.number().int().describe('A part of input'),
    reasoning: z.number().int().describe('A part of output'),
  }),
  costUsd: usdSchema.describe('Of the calls with a known price'),
  savedUsd: usdSchema.describe(
    "What providers' prompt caches saved, already out of costUsd; below zero if they were written more than read",
  ),
  unknownPriceCalls: z.number().int().describe('Calls with an unknown price, not in costUsd'),
  estimatedCalls: z
    .number()
    .int()
    .describe(
      'Calls with estimated tokens: they were interrupted, or the provider reports no tokens',
    ),
};

const costSumSchema = z.object(costSumShape).meta({ id: 'CostSum' });
const costRowSchema = z
  .object({
    key: z.string().nullable().describe('The user, agent, run, model or day; null for none'),
    ...costSumShape,
  })
  .meta({ id: 'CostRow' });

export const costsSchema = z
  .object({
    by: z.enum(costGroupings),
    from: instantSchema.nullable(),
    to: instantSchema.nullable(),
    items: z.array(costRowSchema).describe('Most expensive first; days newest first'),
    totals: costSumSchema.describe('Everything in the period, including what is not in items'),
  })
  .meta({ id: 'Costs' });
export type CostsView = z.infer<typeof costsSchema>;
export type CostSumView = z.infer<typeof costSumSchema>;

const notABudget = ownWords('is not a budget', 'write day, or user:<name>');

/** Which budgets can be set: one user's, or that of everything together. */
export const budgetIdSchema = z
  .string()
  .regex(new RegExp(`^(?:day|user:${nameCharacter}{1,256})$`, 'u'), { abort: true, ...notABudget })
  .refine((id) => id === 'day' || isUserBudget(id), notABudget);

function isUserBudget(id: string): boolean {
  return id.startsWith('user:') && userNameSchema.safeParse(id.slice('user:'.length)).success;
}

export const setBudgetSchema = budgetSchema.meta({ id: 'SetBudget' });

/** What an account stands at. */
export const accountShape = {
  spentUsd: usdSchema,
  reservedUsd: usdSchema.describe('Reserved for calls in progress'),
  extraUsd: usdSchema.describe('Additional amount that a person approved'),
};

export const budgetViewSchema = z
  .object({
    id: z.string(),
    usd: usdSchema.describe('The limit per day (UTC)'),
    onLimit: z.enum(budgetPolicies),
    cheaperModels: z.array(z.string()),
    today: z.object({ day: z.iso.date(), ...accountShape }),
  })
  .meta({ id: 'Budget' });
export type BudgetView = z.infer<typeof budgetViewSchema>;
export const budgetListSchema = listOf(budgetViewSchema, 'BudgetList');
