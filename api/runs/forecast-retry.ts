import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import type { RetryAction, RetryForecast } from '../../contracts/api/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import { needsApproval } from '../../contracts/tools/side-effects.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { stoppedStep } from '../../db/repositories/runs/steps.ts';
import type { StepRow } from '../../db/repositories/runs/steps.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import type { Services } from '../services.ts';
import { runningNodes } from './plan-retry.ts';
import type { PlannedRetry } from './plan-retry.ts';
import { allSteps, nodeOf } from './recorded-nodes.ts';

/** Characters of a result that a forecast shows. */
const longestResult = 300;

/** What a retry would keep and run again, what that saves, and what the run has done outside. */
export async function forecastRetry(
  services: Services,
  run: RunRow,
  { compiled: { pipeline }, retry }: PlannedRetry,
): Promise<RetryForecast> {
  const running = new Set(runningNodes(pipeline, run, retry).map(({ id }) => id));
  const kept = new Map(retry.kept.map((state) => [state.id, state]));
  const actionOf = (id: string): RetryAction => {
    if (kept.get(id)?.pinned) return 'pinned';
    if (kept.has(id)) return 'kept';
    if (retry.continued.includes(id)) return 'continues';
    return running.has(id) ? 'runs' : 'skipped';
  };
  const steps = await stepsOfChain(services, run.id);
  const isSaved = ({ nodePath, status }: StepRow) =>
    status === 'completed' && ['kept', 'continues'].includes(actionOf(nodeOf(nodePath, '') ?? ''));
  const { tools } = await publishedCatalog(services);
  const withEffect = new Set(tools.flatMap(({ name, sideEffect }) => (sideEffect ? [name] : [])));
  return {
    run: run.id,
    nodes: pipeline.nodes.map(({ id, kind, title }) => ({
      id,
      kind,
      title: title ?? null,
      action: actionOf(id),
      keptFrom: kept.get(id)?.keptFrom ?? null,
    })),
    saved: savedBy(steps.filter(isSaved)),
    effects: steps
      .filter((step) => step.kind === 'tool' && withEffect.has(step.name) && mayHaveActed(step))
      .filter((step, index, acted) => !acted.slice(index + 1).some((later) => isSame(step, later)))
      .map((step) => ({
        runId: step.runId,
        nodePath: step.nodePath,
        tool: step.name,
        label: step.label,
        at: step.startedAt.toISOString(),
        status: step.status === 'completed' ? ('done' as const) : ('unfinished' as const),
        result: resultOf(step),
        mayRepeat: actionOf(nodeOf(step.nodePath, '') ?? '') === 'runs',
      })),
  };
}

/** The steps of a run and of those that it retries, the oldest run first. */
async function stepsOfChain({ steps, runs }: Services, runId: string): Promise<StepRow[]> {
  const found: StepRow[] = [];
  for (let id: string | undefined = runId; id !== undefined; id = await runs.retriedBy(id)) {
    found.unshift(...(await allSteps(steps, id)));
  }
  return found;
}

function savedBy(steps: readonly StepRow[]): RetryForecast['saved'] {
  const sum = (of: (step: StepRow) => number | null) =>
    steps.reduce((total, step) => total + (of(step) ?? 0), 0);
  const calls = steps.filter(({ kind }) => kind === 'model');
  const isKnown = calls.every(({ costUsd }) => costUsd !== null);
  const costUsd = calls.reduce((total, call) => total.plus(call.costUsd ?? 0), new Decimal(0));
  return {
    steps: steps.length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: isKnown ? costUsd.toFixed() : null,
  };
}

/** A call that failed did nothing, unless its failure leaves that in doubt, and neither did one that nobody had approved yet. */
function mayHaveActed({ status, error, output }: StepRow): boolean {
  if (status === 'completed') return true;
  if (error?.doubt) return true;
  if (status === 'failed' && error?.type !== stoppedStep) return false;
  return waitedFor(output) !== needsApproval;
}

/** Whether a later run has taken over a call: waited for what it had begun, or kept its answer. */
function isSame(step: StepRow, later: StepRow): boolean {
  if (step.nodePath !== later.nodePath || step.step !== later.step) return false;
  if (step.status !== 'completed') return isDeepStrictEqual(step.input, later.input);
  return isDeepStrictEqual(step.output, later.output);
}

const waitedFor = (output: StepRow['output']) =>
  isJsonObject(output) ? output['waiting'] : undefined;

function resultOf({ output, status, error }: StepRow): string {
  if (error?.doubt) return cutText(error.message, longestResult);
  const waiting = waitedFor(output);
  if (status !== 'completed') return typeof waiting === 'string' ? waiting : '';
  return cutText(JSON.stringify(output), longestResult);
}
