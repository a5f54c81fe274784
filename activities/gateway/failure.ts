import type { GatewayFailure } from '../../contracts/models/gateway-call.ts';
import { workerLog } from '../../contracts/base/log-places.ts';
import { MemoryUnavailable } from '../memory/memory-unavailable.ts';
import { BudgetExceeded } from '../models/model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../models/router.ts';
import { InvalidResponseSchema } from '../models/ask/structured-output/response-check.ts';
import { AnswerDoesNotFit } from '../models/ask/structured-output/with-structured-output.ts';
import { ApprovalNeeded, ToolRefused } from '../tool-kit/executor.ts';

/** A client waits this long for a free place; who would wait longer is told when to come back. */
const longestWaitMs = 60_000;

/** Failures of a call whose models failed in a way that may pass. */
const mostFailures = 3;

/** What a tool waits for has not happened yet. */
export class ToolWaiting extends Error {
  override readonly name = 'ToolWaiting';
  readonly retryAfterMs: number;
  constructor({ reason, retryAfterMs }: { reason: string; retryAfterMs: number }) {
    super(reason);
    this.retryAfterMs = retryAfterMs;
  }
}

/** What the last failure meant, where clients know it by a name of its own. */
function toldKind({ kind }: AllModelsFailed, code: string | undefined): GatewayFailure['kind'] {
  if (kind === 'context_too_long' || kind === 'content_filter') return kind;
  // Of an account that nothing is left on: waiting does not mend it.
  return kind === 'unauthorized' && code === '429' ? 'quota_used_up' : undefined;
}

/**
 * What an error means for a call of the gateway, and whether it is the call's end.
 * @param failures attempts at the call that had failed before; those that waited for a place are not among them.
 */
export function toFailure(
  error: unknown,
  failures: number,
): { failure: GatewayFailure; isFinal: boolean } {
  const isLast = failures + 1 >= mostFailures;
  if (error instanceof CallDelayed) {
    const { message, retryAfterMs } = error;
    return {
      failure: { type: 'CallDelayed', message, retryAfterMs },
      isFinal: retryAfterMs > longestWaitMs,
    };
  }
  if (error instanceof BudgetExceeded) {
    return { failure: { type: 'BudgetExceeded', message: error.message }, isFinal: true };
  }
  if (error instanceof AllModelsFailed) {
    const { attempts, message, retryable, retryAfterMs } = error;
    const code = attempts.at(-1)?.error?.code;
    const kind = toldKind(error, code);
    const failure: GatewayFailure = {
      type: 'AllModelsFailed',
      message,
      ...(code !== undefined && { code }),
      ...(kind && { kind }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
    const isTooLong = (retryAfterMs ?? 0) > longestWaitMs;
    return { failure, isFinal: !retryable || isTooLong || isLast };
  }
  if (error instanceof ToolWaiting) {
    const { message, retryAfterMs } = error;
    const failure = { type: 'ToolWaiting', message, retryAfterMs } as const;
    return { failure, isFinal: retryAfterMs > longestWaitMs };
  }
  if (error instanceof ApprovalNeeded) {
    return { failure: { type: 'ApprovalNeeded', message: error.message }, isFinal: true };
  }
  if (error instanceof ToolRefused) {
    const { code, message, retryable, retryAfterMs, places, metadata } = error;
    const fault = retryable ? 'passing' : error.fault;
    const failure: GatewayFailure = {
      type: 'ToolRefused',
      message,
      code,
      ...(code === 'EXECUTION_ERROR' && fault && { fault }),
      ...(places && { places }),
      ...(metadata && { metadata }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
    // Who asks for more than the limit is told so at once: a person waits for the answer.
    return { failure, isFinal: !retryable || code === 'RATE_LIMIT' || isLast };
  }
  if (error instanceof MemoryUnavailable) {
    const { message, retryable } = error;
    return { failure: { type: 'MemoryUnavailable', message }, isFinal: !retryable || isLast };
  }
  if (error instanceof InvalidResponseSchema) {
    return { failure: { type: 'InvalidRequest', message: error.message }, isFinal: true };
  }
  if (error instanceof AnswerDoesNotFit) {
    return { failure: { type: 'AnswerDoesNotFit', message: error.message }, isFinal: true };
  }
  // Its text may hold what was being asked or stored.
  const message = `Internal error. The cause is in ${workerLog}, under the id of the call.`;
  return { failure: { type: 'Internal', message }, isFinal: isLast };
}
