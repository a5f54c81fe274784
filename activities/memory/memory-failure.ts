import { ApplicationFailure, Context } from '@temporalio/activity';
import type { StepKey } from '../../contracts/activities/index.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';
import { BudgetExceeded } from '../models/model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../models/router.ts';
import { MemoryUnavailable } from './memory-unavailable.ts';

const type = MemoryUnavailable.name;

type Told = { message: string; retryable: boolean; retryAfterMs?: number | undefined };

const unexpected: Told = {
  message: 'The memory store failed unexpectedly. See the log of the workers.',
  retryable: true,
};

/**
 * Why a step could not be recalled or remembered, on record, where people who watch the run see it.
 * @param label of the step: `memory · recall`.
 * @returns the failure for Temporal.
 */
export async function memoryFailure(
  error: unknown,
  { key, label, name }: { key: StepKey; label: string; name: string },
  { steps }: { steps: StepRepository },
): Promise<unknown> {
  const { info, cancellationSignal, cancelled, log } = Context.current();
  if (cancellationSignal.aborted) return cancelled.catch((reason: unknown) => reason);
  if (error instanceof ApplicationFailure) return error;
  const told = reasonOf(error) ?? unexpected;
  if (told === unexpected) log.error('The memory failed unexpectedly.', { ...key, error });
  const { message, retryable, retryAfterMs } = told;
  const { attempt } = info;
  await steps.start(key, { kind: 'memory', name, label, attempt });
  await steps.finish(key, { status: 'failed', attempt, error: { type, message } });
  return ApplicationFailure.create({
    type,
    message,
    nonRetryable: !retryable,
    nextRetryDelay: retryAfterMs,
  });
}

function reasonOf(error: unknown): Told | undefined {
  if (error instanceof MemoryUnavailable) return error;
  if (error instanceof BudgetExceeded) return { message: error.message, retryable: false };
  if (error instanceof CallDelayed || error instanceof AllModelsFailed) {
    const { retryAfterMs } = error;
    const retryable = error instanceof CallDelayed || error.retryable;
    return { message: `No embedding: ${error.message}`, retryable, retryAfterMs };
  }
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return isLate ? { message: 'The memory store timed out.', retryable: true } : undefined;
}
