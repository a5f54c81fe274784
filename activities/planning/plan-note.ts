import type { ChatMessage } from '../../contracts/models/messages.ts';
import { planText } from '../../contracts/agents/plan.ts';
import type { Plan } from '../../contracts/agents/plan.ts';

/** Turns after which a plan is told again: it is then far up in what the model reads, or no longer there. */
const toldAgainAfter = 5;

/**
 * Whether a model is to be told its plan before a turn: it has not been told how the plan stands now, or so long
 * ago that it may have lost sight of it.
 */
export function isPlanNoteDue(
  plan: Plan,
  stored: readonly { turn: number; message: ChatMessage }[],
  turn: number,
): boolean {
  const text = planText(plan);
  const told = stored.findLast(({ message }) => message.text.includes(text));
  return told === undefined || turn - told.turn > toldAgainAfter;
}

/** The plan as a note to its agent. */
export function planNote(plan: Plan): string {
  return (
    `Your plan now ([x] done, [>] active, [!] failed, [-] skipped):\n${planText(plan)}\n` +
    'Continue with it, and mark its steps with update_plan.'
  );
}
