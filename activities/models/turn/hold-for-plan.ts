import type { ToolCall } from '../../../contracts/models/messages.ts';
import { planNotApproved } from '../../planning/plan-tools.ts';
import type { Interpretation } from './interpretation.ts';

/**
 * What is left of an answer while no person has approved the plan: what it says of the plan, and what it reads again.
 * @param options.isLast whether a result that calls nothing may be delivered all the same.
 */
export function holdForPlan(
  { calls, output, refused, ...kept }: Interpretation,
  toolCalls: readonly ToolCall[],
  { isLast }: { isLast: boolean },
): Interpretation {
  const held: Interpretation = { ...kept, calls: [] };
  if (isLast && output !== undefined && calls.length === 0) return { ...held, output };
  const answered = new Set(kept.observations.map(({ call }) => call));
  const told = [...toolCalls.entries()].flatMap(([call, { id, name }]) => {
    if (answered.has(call)) return [];
    const message =
      `${name} was not run: a person must approve your plan first. Set it with set_plan, and call nothing else with it. ` +
      'Once you are asked to go on, it is approved: make this call then, if it is still needed.';
    const text = JSON.stringify({ error: { type: planNotApproved, message } });
    return [{ call, message: { role: 'tool' as const, callId: id, name, text, isError: true } }];
  });
  return {
    ...held,
    observations: [...kept.observations, ...told],
    ...(refused !== undefined && { refused }),
  };
}
