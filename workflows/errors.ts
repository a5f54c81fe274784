import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { Marked, Worked } from '../contracts/activities/index.ts';
import type { Json } from '../contracts/base/json.ts';
import type { RunError } from '../contracts/runs/run.ts';
import { cutText } from '../contracts/base/text.ts';
import type { ToolFault } from '../contracts/tools/tools.ts';

/** Types of failure that count as `timeout` rather than as `failed`. */
const timeoutTypes = new Set(['Timeout', 'AgentTimeout']);

export function isTimeout(error: RunError): boolean {
  return timeoutTypes.has(error.type);
}

/** The failure that a person can act on: what lies under Temporal's own wrapping. */
export function rootOf(error: unknown): unknown {
  let current = error;
  while (
    (current instanceof ActivityFailure || current instanceof ChildWorkflowFailure) &&
    current.cause
  ) {
    current = current.cause;
  }
  return current;
}

/** Whether the models of a chain refused a request for a reason that a retry does not fix, such as a wrong key. */
export function isRefusedByModels(error: unknown): boolean {
  const root = rootOf(error);
  if (!(root instanceof ApplicationFailure) || root.type !== 'AllModelsFailed') return false;
  const told = root.details?.[1] as { isUsedUp?: boolean } | null | undefined;
  // The last of several tries is final too, though another might do.
  return !!root.nonRetryable && !told?.isUsedUp;
}

/** An error in the form of the records. */
export function toRunError(error: unknown): RunError {
  const root = rootOf(error);
  if (root instanceof TimeoutFailure && root.timeoutType === 'HEARTBEAT') {
    const message =
      'Its worker crashed on every attempt. Check the log and the memory of the worker.';
    return { type: 'Quarantined', message };
  }
  if (root instanceof TimeoutFailure) {
    return { type: 'Timeout', message: 'It did not finish within its time limit.' };
  }
  if (root instanceof CancelledFailure) {
    return {
      type: 'Cancelled',
      message: 'It was cancelled directly in Temporal, not through its run.',
    };
  }
  if (root instanceof ApplicationFailure) {
    const told = root.details?.[1] as Pick<RunError, 'doubt'> | null | undefined;
    const doubt = told?.doubt ? { doubt: told.doubt } : {};
    return { type: root.type ?? 'Error', message: root.message, ...doubt };
  }
  if (root instanceof Error) return { type: root.name, message: root.message };
  return { type: 'Error', message: String(root) };
}

/** The longest stack that is kept. */
const longestStack = 8_000;

/** Where an error arose, for operators: through the activity that threw it, where one did. */
export function stackOf(error: unknown): string | undefined {
  const root = rootOf(error instanceof Error && error.cause ? error.cause : error);
  return root instanceof Error && root.stack ? cutText(root.stack, longestStack) : undefined;
}

/** The work that a failed node or agent had done, if its failure says so. */
export function partialOf(error: unknown): Json | undefined {
  const root = rootOf(error);
  const [partial] = root instanceof ApplicationFailure ? (root.details ?? []) : [];
  return (partial ?? undefined) as Json | undefined;
}

/** The sources of untrusted content in the text of a failure, as far as the failure names them. */
export function taintOf(error: unknown): string[] {
  const root = rootOf(error);
  const told = root instanceof ApplicationFailure ? root.details?.[1] : undefined;
  return (told as Marked | null | undefined)?.outside ?? [];
}

/** The cause of a failed tool call (`fault`), as far as its failure says so. */
export function faultOf(error: unknown): ToolFault | undefined {
  const root = rootOf(error);
  const told = root instanceof ApplicationFailure ? root.details?.[1] : undefined;
  return (told as { fault?: ToolFault } | null | undefined)?.fault;
}

/** The budget that did not allow a call, if one ended it. */
type OverBudget = { account?: string };

/** The account of the budget that a failure goes back to, as far as the failure says. */
export function overBudgetOf(error: unknown): string | undefined {
  const root = rootOf(error);
  const told = root instanceof ApplicationFailure ? root.details?.[1] : undefined;
  return (told as OverBudget | null | undefined)?.account;
}

/** A failure that says in which of several like parts of a node it arose: `item 3 of each: …`. */
export function inPart(error: unknown, part: string): ApplicationFailure {
  const root = rootOf(error);
  const { type, message } = toRunError(error);
  return ApplicationFailure.create({
    message: `${part}: ${message}`,
    type,
    nonRetryable: true,
    details: root instanceof ApplicationFailure ? (root.details ?? []) : [],
    ...(error instanceof Error && { cause: error }),
  });
}

/** Pipelines or agents are nested deeper than a run allows. */
export const tooDeep = (message: string): RunError => ({ type: 'TooDeep', message });

/** A node or an agent names an agent that the run does not hold. */
export const agentNotFound = (message: string): RunError => ({ type: 'AgentNotFound', message });

/** The failure of a node that reached its time limit. */
export function outOfTime(timeout = 'its time limit'): ApplicationFailure {
  return failure({ type: 'Timeout', message: `It did not finish within ${timeout}.` });
}

/** Fails for good, with what had been done so far and how long that took. */
export function failure(
  { type, message, doubt }: RunError,
  partial?: Json,
  worked?: Worked & Marked & OverBudget,
): ApplicationFailure {
  const told = worked || doubt ? { ...worked, ...(doubt && { doubt }) } : undefined;
  const details = told ? [partial ?? null, told] : partial === undefined ? [] : [partial];
  return ApplicationFailure.nonRetryable(message, type, ...details);
}
