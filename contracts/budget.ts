import { z } from 'zod';

/** What happens when a budget does not allow the next model call. */
export const budgetPolicies = ['stop', 'ask', 'cheaper'] as const;

/** The most that something may spend on models, and what happens at the limit. */
export const budgetSchema = z.strictObject({
  /** In US dollars. */
  usd: z.number().positive(),
  /** `stop` ends it there, `ask` waits for a person, `cheaper` goes on with `cheaperModels` as long as it can. */
  onLimit: z.enum(budgetPolicies).default('stop'),
  /** The chain for `cheaper`. */
  cheaperModels: z.array(z.string()).default([]),
});
export type BudgetSettings = z.infer<typeof budgetSchema>;

/** A budget that a call is charged to: `account` is shared by all calls that name it. */
export type Budget = BudgetSettings & {
  /** `run:<id>`, `agent:<run>/<node path>`, `user:<name>:<day>`, `day:<day>`. */
  account: string;
};
