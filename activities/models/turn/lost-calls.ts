import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import type { RunRepository } from '../../../db/repositories/runs/runs.ts';
import type { StepKey } from '../../../contracts/activities/index.ts';
import type { StepRepository, StepRow } from '../../../db/repositories/runs/steps.ts';
import type { CallInFlight } from '../../../db/schema/index.ts';
import type { Caller } from '../../base/caller.ts';
import { diedAtWork, isLongUnderWay, lastHeardOf } from '../../base/tries.ts';
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

/**
 * Puts the requests of a call on record before they go out. Heartbeats tell in time of a first one that is sent at once; any other
 * would be lost with its worker.
 * @returns `note`, to be called with the model before each request, and the id of the latest one.
 */
export function notedRequests(
  key: StepKey,
  { inFlight, attempt }: { inFlight: CallInFlight; attempt: number },
  { steps }: { steps: Pick<StepRepository, 'setInFlight'> },
): { note(model: string): Promise<void>; id(): string } {
  let latest: CallInFlight | undefined;
  return {
    async note(model) {
      const other = latest && { id: randomUUID(), at: new Date().toISOString(), model };
      const isHeardOf = !other && !isLongUnderWay();
      const request = { ...inFlight, ...other };
      if (!isHeardOf) await steps.setInFlight(key, { ...request, isSent: true }, attempt);
      latest = request;
    },
    id: () => (latest ?? inFlight).id,
  };
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
  const isUnheardOf = lastHeardOf(info) < info.attempt - 1;
  return inFlight?.isSent === true || isUnheardOf || diedAtWork(info);
}
