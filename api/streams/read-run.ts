import { setTimeout as delay } from 'node:timers/promises';
import type { ApprovalView, PlanView } from '../../contracts/api/index.ts';
import { toldStep } from '../../contracts/runs/told-step.ts';
import type { ToldStep } from '../../contracts/runs/told-step.ts';
import type { RunPicture } from '../../contracts/runs/run-picture.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { StepRow } from '../../db/repositories/runs/steps.ts';
import { viewPlan } from '../../db/views/view-plan.ts';
import { viewStep } from '../../db/views/view-step.ts';
import { viewApproval } from '../approvals/view-approval.ts';
import { viewNewRun, viewRun } from '../runs/view-run.ts';
import type { Services } from '../services.ts';
import type { ReadRun } from './run-changes.ts';

/** Steps that a picture keeps; those before are read from the records. */
export const mostSteps = 200;
const mostApprovals = 100;
/** A workflow that is busy answers after seconds, and one without a worker not at all. */
const mostAskedMs = 300;
/** Steps of parallel branches can become visible a little out of order. */
const overlap = 20;
/** A step that failed may be tried again; after so long its retry would have shown. */
const retryWithinMs = 60_000;

/**
 * What the records say of a run, and its workflow where it answers at once: a stream does not wait for it to begin.
 * @throws {Error} where there is no such run.
 */
export async function readPicture(services: Services, runId: string): Promise<RunPicture> {
  const row = await requireRow(services, runId);
  const asked = viewRun(services, row);
  // The run first: when it has ended, so have its steps, or they do within moments.
  const run =
    (await Promise.race([asked, delay(mostAskedMs)])) ??
    (await viewNewRun(services, row, { started: true }));
  // What comes too late is asked for again by the first look.
  asked.catch(() => {});
  const rows = await services.steps.latest(runId, mostSteps + 1);
  const latest = rows.slice(-mostSteps);
  const hasEarlierSteps = rows.length > mostSteps;
  const open = hasEarlierSteps
    ? await services.steps.runningBefore(runId, latest[0]?.sequence ?? 0)
    : [];
  return {
    run,
    steps: told([...open, ...latest]),
    hasEarlierSteps,
    plans: await readPlans(services, runId),
    approvals: await readApprovals(services, runId),
    calls: {},
    progress: {},
  };
}

/** The same, of the steps only those that may have changed since a picture was right. */
export async function readChanges(
  services: Services,
  { run: { id }, steps }: RunPicture,
): Promise<ReadRun> {
  const open = steps.filter((step) => !isSettled(step)).map(({ key }) => key);
  const after = steps.at(-overlap - 1)?.sequence ?? 0;
  const run = await readRun(services, id);
  const rows = await services.steps.changes(id, open, after);
  return {
    run,
    steps: told(rows),
    plans: await readPlans(services, id),
    approvals: await readApprovals(services, id),
  };
}

async function readRun(services: Services, runId: string): Promise<ReadRun['run']> {
  return viewRun(services, await requireRow(services, runId));
}

async function requireRow(services: Services, runId: string): Promise<RunRow> {
  const row = await services.runs.get(runId);
  if (!row) throw new Error(`run ${runId} not found`);
  return row;
}

async function readPlans({ plans }: Services, runId: string): Promise<PlanView[]> {
  return (await plans.current(runId)).map(viewPlan);
}

async function readApprovals(services: Services, runId: string): Promise<ApprovalView[]> {
  const rows = await services.approvals.list({ runId, limit: mostApprovals });
  return rows.map(viewApproval);
}

function told(rows: StepRow[]): ToldStep[] {
  return rows.map((row) => toldStep(viewStep(row)));
}

function isSettled({ status, output, isCut, endedAt }: ToldStep): boolean {
  // A model's answer is written in two parts.
  if (status === 'completed' && (output !== null || isCut)) return true;
  return endedAt !== null && Date.now() - Date.parse(endedAt) > retryWithinMs;
}
