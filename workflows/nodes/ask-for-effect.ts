import type { ApprovalDue, RunToolInput } from '../../contracts/activities/index.ts';
import { approvalOf } from '../../contracts/pipelines/approved-call.ts';
import { defaultNodeSideEffects, loneNodeSideEffects } from '../../contracts/tools/side-effects.ts';
import type { SideEffectTerms } from '../../contracts/tools/side-effects.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import { askForCall } from '../calls/call-approvals.ts';
import type { NodeContext } from './runner.ts';

/**
 * How a side effect of a node is decided, as passed to the tool. Undefined if nobody needs to be asked: a person has
 * approved exactly this call, and no untrusted content came since.
 * @param call as the document has it; left out where it has only what several calls are made of.
 */
export function effectTerms(
  stated: SideEffectTerms | undefined,
  { unapproved, approved, run }: Pick<NodeContext, 'unapproved' | 'approved' | 'run'>,
  call?: { tool: string; args: unknown },
): Pick<RunToolInput, 'sideEffects' | 'sparesRelief' | 'outside'> {
  if (stated) return { sideEffects: stated, ...markOf(unapproved) };
  if (unapproved.length > 0) return { sideEffects: defaultNodeSideEffects, ...markOf(unapproved) };
  const approval = call && approvalOf(call, (run.pipeline ?? run.compiled.pipeline).nodes);
  if (approval !== undefined && approved.has(approval)) return {};
  return { sideEffects: loneNodeSideEffects, sparesRelief: true };
}

/**
 * Asks a person whether a node's call may be made: gives what {@link askForCall} gives.
 * @param onAsked told how long was waited, in milliseconds.
 */
export function askForEffect(
  { runId, nodePath, step, tool, args }: RunToolInput,
  { approvals, waits }: Pick<NodeContext, 'approvals' | 'waits'>,
  onAsked?: (waitedMs: number) => void,
) {
  return async (due: ApprovalDue): Promise<string> => {
    const effect = { tool, args: 'value' in args ? args.value : null };
    const since = Date.now();
    try {
      return await askForCall(due, { runId, nodePath, name: step, effect }, { approvals, waits });
    } finally {
      onAsked?.(Date.now() - since);
    }
  };
}
