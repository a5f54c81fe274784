import { z } from 'zod';
import { ownWords } from '../base/own-words.ts';

/** What happens when a budget does not allow the next model call. */
export const budgetPolicies = ['stop', 'ask', 'cheaper'] as const;

const modelSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]*:\S+$/,
    ownWords('is not a model', 'write provider:model, such as openai:gpt-5-mini'),
  );

/** What a budget is made of. */
export const budgetShape = {
  /** In US dollars. */
  usd: z
    .number()
    .min(1e-6, 'write at least 0.000001 US dollars')
    .max(1e9, 'write at most 1000000000 US dollars'),
  /** `stop` ends it there, `ask` waits for a person, `cheaper` goes on with `cheaperModels` as long as it can. */
  onLimit: z.enum(budgetPolicies).default('stop'),
  /** The chain for `cheaper`. */
  cheaperModels: z.array(modelSchema).default([]),
};

/** The most that something may spend on models, and what happens at the limit. */
export const budgetSchema = z
  .strictObject(budgetShape)
  .refine(({ onLimit, cheaperModels }) => onLimit !== 'cheaper' || cheaperModels.length > 0, {
    path: ['cheaperModels'],
    message: 'name at least one model to continue with, such as openai:gpt-5-mini',
  });
export type BudgetSettings = z.infer<typeof budgetSchema>;

/** A budget that a call is charged to: `account` is shared by all calls that name it. */
export type Budget = BudgetSettings & {
  /** `run:<id>`, `agent:<run>/<node path>`, `share:<run>/<node path>`, `loop:<run>/<node path>`, `user:<name>:<day>`, `key:<id>:<period>`, `day:<day>`. */
  account: string;
};

/** The id of a daily budget, `day` or `user:<name>`, as a part of an address. */
export const encodedId = (id: string) =>
  encodeURIComponent(id).replaceAll('%3A', ':').replaceAll('%40', '@');
