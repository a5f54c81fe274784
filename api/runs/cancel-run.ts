import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { hasEnded } from '../../contracts/runs/run.ts';
import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { whileActing } from '../../db/sealing.ts';
import type { CancelRequest } from '../../workflows/messages.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { requireRun } from './require-run.ts';
import { settleRun } from './settle-run.ts';
import { startOf } from './start-run.ts';

/**
 * Asks a run to stop. It stops within moments when a worker is there, else when one is back. One that has not begun, and whose
 * records no key opens, ends at once.
 * @throws {Problem} `conflict` when it has ended.
 */
export async function cancelRun(
  services: Services,
  run: RunRow,
  request: CancelRequest,
): Promise<void> {
  const { temporal, runs } = services;
  if (hasEnded(run.status)) throw hasEndedAlready(run.id);
  try {
    if (run.status === 'pending') {
      // Read again, since what is started must not be what is only shown.
      const stored = await whileActing(() => requireRun(services, run.id));
      await temporal.startAndCancel(startOf(services, stored), request);
    } else await temporal.requestCancel(run.id, request);
    await runs.askToStop(run.id, request);
  } catch (error) {
    if (error instanceof UnreadableRecord) {
      await runs.finish(run.id, { status: 'cancelled', cancel: request, nodes: null });
      return;
    }
    if (!isOver(error)) throw error;
    await settleRun(services, run.id, await temporal.execution(run.id));
    throw hasEndedAlready(run.id);
  }
}

/** Whether Temporal refused since the workflow is not running any more. */
export function isOver(error: unknown): boolean {
  return (
    error instanceof WorkflowNotFoundError || error instanceof WorkflowExecutionAlreadyStartedError
  );
}

function hasEndedAlready(id: string): Problem {
  return new Problem('conflict', `Run ${id} has already ended.`);
}
