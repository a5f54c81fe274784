import type { ApprovalDue } from '../../contracts/activities/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { askedTerms } from '../../contracts/tools/approval-terms.ts';
import { defaultSideEffects } from '../../contracts/tools/side-effects.ts';
import type { AgentAsking } from '../tool-kit/agent-asking.ts';
import type { AgentCall } from './agent-call.ts';
import type { EarlierCall } from './earlier-call.ts';
import type { ApprovalNeeded } from '../tool-kit/executor.ts';
import type { NodeCall } from './node-call.ts';

/** A call that a person has to approve: who asks for it, and how people see it. */
type HeldCall = {
  ofAgent: AgentCall | undefined;
  ofNode: NodeCall | undefined;
  label: string;
  nodePath: string;
  earlier: EarlierCall;
};

/** What a person is asked about a call; undefined where nothing says how that is decided. */
export function approvalDue(
  { proposal }: ApprovalNeeded,
  { ofAgent, ofNode, label, nodePath, earlier }: HeldCall,
): ApprovalDue | undefined {
  const asking = (ofAgent ?? ofNode)?.asking;
  if (!asking) return undefined;
  const agent = ofAgent?.conversation.agent;
  const terms = agent?.sideEffects ?? ofNode?.terms ?? defaultSideEffects;
  const who: JsonObject = agent
    ? { agent: agent.name, call: label, ...(asking.always && { reason: alwaysAsked(agent.name) }) }
    : { node: nodePath, call: label, reason: reasonOf(asking) };
  const outside = [...asking.taint];
  return {
    status: 'approval_due',
    label,
    show: { ...who, ...proposal, ...earlierNote(earlier), outside },
    outside,
    ...askedTerms(terms),
  };
}

/** What an approver has to know of the call as it was made before. */
function earlierNote({ mayHaveRun, other }: EarlierCall): JsonObject {
  const check = 'Check before you approve.';
  if (mayHaveRun) {
    return { earlierCall: `An earlier attempt of this call may have been executed. ${check}` };
  }
  if (!other) return {};
  const effect = other.status === 'completed' ? 'was executed' : 'may have been executed';
  return {
    earlierCall: `An earlier call with other arguments ${effect}: ${other.label}. ${check}`,
  };
}

const alwaysAsked = (agent: string) => `A person must approve every call of this tool by ${agent}.`;

const notOfCall =
  'No approval in the pipeline is for exactly this call. To be asked only once, give the approval before it the tool and args ' +
  'of this call: Problems in the editor does so.';

/** Why a person is asked about a node's call. */
function reasonOf({ policy, taint, sparesRelief }: AgentAsking): string {
  if (sparesRelief) return notOfCall;
  if (policy === 'ask') return 'A person must approve this call: sideEffects is ask.';
  const sources = taint.length === 1 ? '1 source' : `${taint.length} sources`;
  return `The call depends on untrusted content (${sources}) that no one has approved.`;
}
