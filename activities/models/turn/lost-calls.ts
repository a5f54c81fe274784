import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import type { RunRepository } from '../../../db/repositories/runs/runs.ts';
import type { StepRow } from '../../../db/repositories/runs/steps.ts';
import type { CallInFlight } from '../../../db/schema/index.ts';
import type { Caller } from '../../base/caller.ts';
import { diedAtWork } from '../../base/tries.ts';
import { estimateInputTokens } from '../../../contracts/models/estimate-tokens.ts';
import type { RoutedRequest } from '../router.ts';

/**
 * Books a call whose worker died before its answer came, by estimate: its provider bills it all the same. Booking it twice
 * has no effect.
 */
export type PayLost = (
  caller: Caller,
  lost: Pick<CallInFlight, 'id' | 'model' | 'inputTokens'> & { at: Date },
) => Promise<void>;

/** What is stored of a call before it is made. */
export function callInFlight(
  { agent = '', budgets }: Caller,
  { model, request }: { model: string; request: RoutedRequest },
): CallInFlight {
  const at = new Date().toISOString();
  const inputTokens = estimateInputTokens(request);
  return { id: randomUUID(), at, model, agent, budgets, inputTokens };
}

/** Books the call that a step had under way as its worker died; nothing where it had none. */
export async function payLostCall(
  { key: callId, runId, nodePath, inFlight }: StepRow,
  { runs, payLost }: { runs: Pick<RunRepository, 'terms'>; payLost: PayLost },
): Promise<void> {
  if (!inFlight) return;
  const { agent, budgets, at, isSent: _isSent, ...lost } = inFlight;
  const { user, priority } = await runs.terms(runId);
  const caller = {
    callId,
    source: 'run' as const,
    user,
    priority,
    runId,
    nodePath,
    agent,
    budgets,
  };
  await payLost(caller, { ...lost, at: new Date(at) });
}

/**
 * Whether the call that a try before this one has left behind may have been sent: one that ended by itself has been paid, and
 * its heartbeats say so. One that died right after its start had none.
 */
export function mayHaveBeenSent({ inFlight }: Pick<StepRow, 'inFlight'>): boolean {
  const { info } = Context.current();
  const isUnheardOf = info.attempt > 1 && info.heartbeatDetails === undefined;
  return inFlight?.isSent === true || isUnheardOf || diedAtWork(info);
}
