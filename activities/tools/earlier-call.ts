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
import { stoppedStep } from '../../db/repositories/runs/step-ends.ts';
import type { StepRepository, StepRow } from '../../db/repositories/runs/steps.ts';
import { withRetried } from '../base/with-retried.ts';
import { callHash } from '../tool-kit/agent-asking.ts';
import type { AgentAsking } from '../tool-kit/agent-asking.ts';

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
  /** The call that was made in its place with other arguments, where it had its effect or may have had it. */
  other?: StepRow;
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
  const begun: { row: StepRow; isApproved: boolean }[] = [];
  let found: EarlierCall = { mayHaveRun: false };
  for await (const key of earlierKeys(input, call.conversation, dependencies)) {
    const row = await dependencies.steps.get(key);
    if (!row) continue;
    const approved = await approvedCalls(row, { tool: input.tool, args: call.args }, dependencies);
    const wasEdited = approved.some(({ editedArgs }) => isDeepStrictEqual(editedArgs, row.input));
    const isSame =
      row.name === input.tool && (wasEdited || isDeepStrictEqual(row.input, call.args));
    if (!isSame && mayHaveActed(row)) found.other = row;
    if (isSame && row.status === 'completed') found.answered = row;
    if (!isSame || row.status === 'completed' || hasFailed(row)) break;
    begun.push({ row, isApproved: approved.length > 0 });
  }
  for (const { row, isApproved } of begun.toReversed()) found = madeAgain(found, row, isApproved);
  return found;
}

/** What is known of a call once it was made again, given what was known before. */
function madeAgain(before: EarlierCall, row: StepRow, isApproved: boolean): EarlierCall {
  // What a person has approved was a call of its own, unless it went on with what may have arrived.
  const isOwn = isApproved && !continuesUnderKey(before, row.input);
  const { first = row, mayHaveRun, ...rest } = isOwn ? { mayHaveRun: false } : before;
  return { ...rest, first, mayHaveRun: mayHaveRun || mayHaveActed(row) };
}

/**
 * The call that has begun what is under way, which is known by its key. What a person has approved anew is another call,
 * unless the first may have arrived: then it goes on under that key, so that it has one effect.
 */
export function begunCall(
  earlier: EarlierCall,
  asking: AgentAsking | undefined,
  args: Json,
): StepRow | undefined {
  return !asking?.approval || continuesUnderKey(earlier, args) ? earlier.first : undefined;
}

/** Whether a call that a person has approved goes on under the key of the one that was begun before. */
function continuesUnderKey({ first, mayHaveRun }: EarlierCall, args: Json | null): boolean {
  return mayHaveRun && isDeepStrictEqual(first?.input, args);
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

/** Whether a call failed, and its effect is not in doubt. */
function hasFailed({ status, error }: StepRow): boolean {
  return status === 'failed' && error?.type !== stoppedStep && error?.doubt !== true;
}

/** Whether a call had its effect, or may have had it: one that failed or only waited has not. */
function mayHaveActed(row: StepRow): boolean {
  const { status, error, output } = row;
  if (status === 'completed' || error?.doubt) return true;
  const isWaiting = isJsonObject(output) && 'waiting' in output && output['mayHaveRun'] !== true;
  return !hasFailed(row) && !isWaiting;
}
