import { z } from 'zod';

export const planStepStatuses = ['pending', 'active', 'done', 'failed', 'skipped'] as const;

export const mostNoteCharacters = 500;

export const planStepSchema = z.object({
  id: z.string().min(1).max(40),
  text: z.string().min(1).max(500).describe('What to do'),
  status: z.enum(planStepStatuses),
  note: z
    .string()
    .max(mostNoteCharacters)
    .optional()
    .describe('The outcome, or why the step was skipped'),
});
export type PlanStep = z.infer<typeof planStepSchema>;

/** The most steps of a plan: what is longer is no plan any more. */
export const mostPlanSteps = 50;

/** What an agent means to do, step by step, and how far it is. */
export type Plan = { steps: PlanStep[] };

/** Whether a step is still to be done. */
export function isOpen({ status }: PlanStep): boolean {
  return status === 'pending' || status === 'active';
}

const marks = { pending: ' ', active: '>', done: 'x', failed: '!', skipped: '-' } satisfies Record<
  PlanStep['status'],
  string
>;

/** A plan in short: `[x] 1 Read the price: 6120.1`, a line a step. */
export function planText({ steps }: Plan): string {
  return steps
    .map(({ id, text, status, note }) => {
      const line = `[${marks[status]}] ${id} ${text}`;
      return note === undefined ? line : `${line}: ${note}`;
    })
    .join('\n');
}
