import type { EndStatus, NodeState, RunError } from '../../contracts/runs/run.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { unlessUnreadable, whileShowing } from '../../db/sealing.ts';
import type { Services } from '../services.ts';
import type { Execution } from '../temporal/index.ts';
import { effectsOf } from './run-effects.ts';
import { recordedNodes } from './recorded-nodes.ts';
import { requireRun } from './require-run.ts';

type OutsideEnd = { status: EndStatus; error: RunError };

const outsideEnds: Partial<Record<Execution['status'], OutsideEnd>> = {
  TERMINATED: {
    status: 'cancelled',
    error: {
      type: 'Terminated',
      message:
        'The workflow was terminated in Temporal, outside Baton, before it could record what it had ' +
        'done. Its steps are on record. Start a new run to continue.',
    },
  },
  CANCELLED: {
    status: 'cancelled',
    error: {
      type: 'CancelledOutside',
      message: 'The workflow was cancelled in Temporal before it could record its end.',
    },
  },
  TIMED_OUT: {
    status: 'timeout',
    error: {
      type: 'WorkflowTimeout',
      message: 'The workflow reached its time limit in Temporal before it could record its end.',
    },
  },
  FAILED: {
    status: 'failed',
    error: {
      type: 'WorkflowFailed',
      message:
        'The workflow failed before it could record its end. Its page in the Temporal UI shows why.',
    },
  },
  COMPLETED: {
    status: 'failed',
    error: {
      type: 'EndNotRecorded',
      message:
        'The workflow ended but its result was not recorded. See its page in the Temporal UI.',
    },
  },
};

const lost: OutsideEnd = {
  status: 'failed',
  error: {
    type: 'WorkflowLost',
    message:
      'Temporal does not have the workflow of this run: its history was deleted, or Baton now ' +
      'uses another Temporal server or namespace. Check TEMPORAL_ADDRESS and ' +
      'TEMPORAL_NAMESPACE, then start a new run.',
  },
};

/**
 * Ends the record of a run whose workflow is over without having said so: terminated in the Temporal
 * UI, for one. A run whose workflow goes on or was never started, or whose end is on record by now, is
 * left as it is.
 * @returns whether the record was ended here.
 * @throws {Problem} `unavailable` until a worker has said which tools have side effects: the end is recorded with them.
 */
export async function settleRun(
  services: Services,
  runId: string,
  execution: Execution | undefined,
): Promise<boolean> {
  const end = execution ? outsideEnds[execution.status] : lost;
  return end !== undefined && whileShowing(() => settle(services, runId, { execution, end }));
}

async function settle(
  services: Services,
  runId: string,
  { execution, end }: { execution: Execution | undefined; end: OutsideEnd },
): Promise<boolean> {
  // Read after Temporal was asked: a workflow records its end before it closes.
  const run = await services.runs.get(runId);
  if (!run || hasEnded(run.status)) return false;
  if (!execution && run.status === 'pending') return false;

  const last = await lastNodes(services, runId, execution);
  const nodes =
    last?.map((node) =>
      isOpen(node) ? { ...node, status: end.status, endedAt: Date.now() } : node,
    ) ?? null;
  const effects = await effectsOf(services, { ...run, status: end.status });
  await services.runs.finish(runId, { ...end, nodes }, effects);
  await services.steps.endOpen(runId);
  await services.budgets.releaseRun(runId);
  await services.healthAlerts.lookAt({ endedRun: runId });
  const open = await services.approvals.list({ runId, status: 'pending', limit: 200 });
  for (const { id } of open) await services.approvals.close(id, { status: 'withdrawn' });
  return true;
}

/** What its workflow can still say of a run that is over, else what the records know; undefined where no key opens them. */
async function lastNodes(
  services: Services,
  runId: string,
  execution: Execution | undefined,
): Promise<NodeState[] | undefined> {
  const state = execution && (await services.temporal.state(runId));
  if (state) return state.nodes;
  // Read again, since what is stored must not be what is only shown.
  return unlessUnreadable(async () => recordedNodes(services, await requireRun(services, runId)));
}

function isOpen({ status }: NodeState): boolean {
  return status === 'running' || status === 'waiting';
}
