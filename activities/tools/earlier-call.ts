import { isDeepStrictEqual } from 'node:util';
import type { RunToolInput, StepKey } from '../../contracts/activities/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../db/repositories/runs/conversations.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { stoppedStep } from '../../db/repositories/runs/steps.ts';
import type { StepRepository, StepRow } from '../../db/repositories/runs/steps.ts';
import { withRetried } from '../base/with-retried.ts';
import { callHash } from '../tool-kit/agent-asking.ts';

type Needs = {
  approvals: Pick<ApprovalRepository, 'list'>;
  conversations: Pick<ConversationRepository, 'get'>;
  runs: Pick<RunRepository, 'retriedBy'>;
  steps: Pick<StepRepository, 'get'>;
};

/** What came of a call when it was made before: in an earlier attempt, or in the run that is retried. */
export type EarlierCall = {
  /** The call as it was begun, where it has no answer yet: what is under way is known by it. */
  first?: StepRow;
  /** Its answer, where there was one. */
  answered?: StepRow;
  /** Whether it broke off, so that nobody knows what it has done. */
  mayHaveRun: boolean;
};

/**
 * Looks for the same call, as it is asked for, where its agent or node worked before. A call that failed with an answer of
 * the tool is over: it is made anew. One whose failure leaves its effect in doubt is not.
 */
export async function earlierCall(
  input: RunToolInput,
  call: { args: Json; conversation: Conversation | undefined },
  dependencies: Needs,
): Promise<EarlierCall> {
  const found: EarlierCall = { mayHaveRun: false };
  for await (const key of earlierKeys(input, call.conversation, dependencies)) {
    const row = await dependencies.steps.get(key);
    if (!row) continue;
    const approved = await approvedCalls(row, { tool: input.tool, args: call.args }, dependencies);
    const wasEdited = approved.some(({ editedArgs }) => isDeepStrictEqual(editedArgs, row.input));
    const isSame =
      row.name === input.tool && (wasEdited || isDeepStrictEqual(row.input, call.args));
    if (!isSame) return found;
    if (row.status === 'completed') return { ...found, answered: row };
    const inDoubt = row.error?.doubt === true;
    if (row.status === 'failed' && row.error?.type !== stoppedStep && !inDoubt) return found;
    found.mayHaveRun ||= inDoubt || !isWaiting(row);
    found.first = row;
    // What a person has approved was a call of its own, whatever was begun before.
    if (approved.length > 0) return found;
  }
  return found;
}

/** The approvals of a call that were given where a step was made. */
async function approvedCalls(
  { runId, nodePath }: StepRow,
  { tool, args }: { tool: string; args: Json },
  { approvals }: Pick<Needs, 'approvals'>,
) {
  const hash = callHash(tool, args);
  const given = await approvals.list({ runId, status: 'approved', limit: 200 });
  return given.filter((approval) => approval.nodePath === nodePath && approval.hash === hash);
}

/** The places of a call in earlier work, the latest first. */
async function* earlierKeys(
  { runId, nodePath, step, continues }: RunToolInput,
  conversation: Conversation | undefined,
  dependencies: Needs,
): AsyncGenerator<StepKey> {
  if (conversation) {
    let before = conversation.continues;
    while (before !== null) {
      const earlier = await dependencies.conversations.get(before);
      if (!earlier) return;
      yield { runId: earlier.runId, nodePath: earlier.nodePath, step };
      before = earlier.continues;
    }
    return;
  }
  if (continues === undefined) return;
  for await (const id of withRetried(continues, dependencies)) {
    if (id !== runId) yield { runId: id, nodePath, step };
  }
}

function isWaiting({ output }: StepRow): boolean {
  return isJsonObject(output) && 'waiting' in output;
}
