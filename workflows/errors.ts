import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { Json } from '../contracts/json.ts';
import type { RunError } from '../contracts/run.ts';

/** Types of failure that count as `timeout` rather than as `failed`. */
const timeoutTypes = new Set(['Timeout', 'AgentTimeout']);

export function isTimeout(error: RunError): boolean {
  return timeoutTypes.has(error.type);
}

/** The failure that a person can act on: what lies under Temporal's own wrapping. */
function rootOf(error: unknown): unknown {
  let current = error;
  while (
    (current instanceof ActivityFailure || current instanceof ChildWorkflowFailure) &&
    current.cause
  ) {
    current = current.cause;
  }
  return current;
}

/** Whether the models of a chain refused a request in a way that asking again does not mend, such as a wrong key. */
export function isRefusedByModels(error: unknown): boolean {
  const root = rootOf(error);
  return (
    root instanceof ApplicationFailure && root.type === 'AllModelsFailed' && !!root.nonRetryable
  );
}

/** An error in the form of the records. */
export function toRunError(error: unknown): RunError {
  const root = rootOf(error);
  if (root instanceof TimeoutFailure) {
    return { type: 'Timeout', message: 'It did not finish within its time limit.' };
  }
  if (root instanceof CancelledFailure) {
    return { type: 'Cancelled', message: 'It was cancelled by itself, in Temporal.' };
  }
  if (root instanceof ApplicationFailure) {
    return { type: root.type ?? 'Error', message: root.message };
  }
  if (root instanceof Error) return { type: root.name, message: root.message };
  return { type: 'Error', message: String(root) };
}

/** What a failed node or agent had done, where its failure says so. */
export function partialOf(error: unknown): Json | undefined {
  const root = rootOf(error);
  return root instanceof ApplicationFailure ? (root.details?.[0] as Json | undefined) : undefined;
}

/** Fails for good, with what had been done so far. */
export function failure({ type, message }: RunError, partial?: Json): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    message,
    type,
    ...(partial === undefined ? [] : [partial]),
  );
}
