import type { ApprovalDue, RunToolInput } from '../../contracts/activities/index.ts';
import { defaultNodeSideEffects } from '../../contracts/tools/side-effects.ts';
import type { SideEffectTerms } from '../../contracts/tools/side-effects.ts';
import { markOf } from '../../contracts/tools/outside.ts';
import { askForCall } from '../calls/call-approvals.ts';
import type { NodeContext } from './runner.ts';
import type { Outside } from '../../contracts/tools/outside.ts';

/** What decides on a side effect of a node, as it goes to the tool. None where nobody would be asked. */
export function effectTerms(
  stated: SideEffectTerms | undefined,
  unapproved: Outside,
): Pick<RunToolInput, 'sideEffects' | 'outside'> {
  if (!stated && unapproved.length === 0) return {};
  return { sideEffects: stated ?? defaultNodeSideEffects, ...markOf(unapproved) };
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
