import type { RunToolInput } from '../../contracts/activities/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { SideEffectTerms } from '../../contracts/tools/side-effects.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { AgentAsking } from '../tool-kit/agent-asking.ts';
import { decidedCall } from './decided-call.ts';

/** A call of a pipeline's own node, with what decides on its side effect. */
export type NodeCall = {
  terms: SideEffectTerms;
  /** What is called with: what the node asks for, or what a person approved in place of that. */
  args: Json;
  asking: AgentAsking;
};

/**
 * What decides on the side effect of a node's call.
 * @param given the arguments that the node asks for.
 * @returns undefined where whoever wrote the pipeline has decided.
 */
export async function readNodeCall(
  input: RunToolInput,
  given: Json,
  dependencies: { approvals: ApprovalRepository },
): Promise<NodeCall | undefined> {
  const { sideEffects: terms, outside: taint = [] } = input;
  if (!terms) return undefined;
  const approval = await decidedCall(input, given, dependencies);
  const edited = approval?.status === 'approved' ? approval.editedArgs : null;
  return {
    terms,
    args: edited ?? given,
    asking: {
      policy: terms.policy,
      taint,
      ...(input.sparesRelief && { sparesRelief: true }),
      ...(approval && { approval }),
    },
  };
}
