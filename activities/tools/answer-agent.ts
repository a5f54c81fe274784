import type { Marked, RunToolInput, StepKey } from '../../contracts/activities/index.ts';
import { carriedOut } from '../../contracts/agents/act-of.ts';
import { isOpen } from '../../contracts/agents/plan.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { ToolCall } from '../../contracts/models/messages.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { PlacedMessage } from '../../db/repositories/runs/conversations.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import { delivered } from '../planning/revise-plan.ts';
import type { AgentCall } from './agent-call.ts';

/** What an agent is told of its call. */
export function observationOf(
  { args: place }: RunToolInput,
  { id, name }: ToolCall,
  { output, outside }: { output: Json } & Marked,
): PlacedMessage | undefined {
  if ('value' in place) return undefined;
  const { conversationId, turn, call } = place;
  const text = JSON.stringify(output);
  const mark = markOf(outside);
  const message = { role: 'tool' as const, callId: id, name, text, isError: false, ...mark };
  return { conversationId, turn, position: call + 1, message };
}

/** The agent's result where the call has carried it out, which ends its plan; else null. */
export async function resultOf(
  key: StepKey,
  asked: AgentCall,
  answer: Json,
  { plans }: { plans: PlanRepository },
): Promise<Json> {
  if (!asked.delivered) return null;
  await plans.revise({ ...key, conversationId: asked.conversation.id }, (plan) =>
    plan?.steps.some(isOpen) ? delivered(plan) : undefined,
  );
  return carriedOut(asked.delivered, asked.args, answer);
}
