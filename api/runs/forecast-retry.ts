import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import type { RetryAction, RetryForecast } from '../../contracts/api/index.ts';
import type { NodeStatus } from '../../contracts/runs/run.ts';
import type { RunEffect } from '../../contracts/runs/effects.ts';
import { cutText } from '../../contracts/base/text.ts';
import { withoutVersion } from '../../contracts/tools/tools.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { countsAsEffect, waitedFor } from '../../db/repositories/runs/effects.ts';
import type { StepRow } from '../../db/repositories/runs/steps.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import type { Services } from '../services.ts';
import { effectsOf } from './run-effects.ts';
import { runningNodes } from './plan-retry.ts';
import type { PlannedRetry } from './plan-retry.ts';
import { allSteps, nodeOf, recordedNodes } from './recorded-nodes.ts';
import { rerunInside } from './rerun-inside.ts';

/** Characters of a result that a forecast shows. */
const longestResult = 300;

/** What a retry would keep and run again, what that saves, and what the run has done outside. */
export async function forecastRetry(
  services: Services,
  run: RunRow,
  planned: PlannedRetry,
): Promise<RetryForecast> {
  const { compiled, retry } = planned;
  const { pipeline } = compiled;
  const running = new Set(runningNodes(pipeline, run, retry).map(({ id }) => id));
  const kept = new Map(retry.kept.map((state) => [state.id, state]));
  const actionOf = (id: string): RetryAction => {
    if (kept.get(id)?.pinned) return 'pinned';
    if (kept.get(id)?.status === 'skipped') return 'skipped';
    if (kept.has(id)) return 'kept';
    if (retry.continued.includes(id) && began.has(id)) return 'continues';
    return running.has(id) ? 'runs' : 'skipped';
  };
  const { steps, others, effects } = await recordOfRetries(services, run);
  const states = run.nodes ?? (await recordedNodes(services, run));
  /** Nodes that have something to go on with, in this run or in one that it retries. */
  const began = new Set([
    ...states.flatMap(({ id, status }) => (isUntouched(status) ? [] : [id])),
    ...steps.flatMap(({ nodePath }) => nodeOf(nodePath, '') ?? []),
  ]);
  const again = await rerunInside(services, run, planned);
  const actionAt = (nodePath: string): RetryAction =>
    again.some((path) => isAtOrIn(nodePath, path)) ? 'runs' : actionOf(nodeOf(nodePath, '') ?? '');
  const isSaved = ({ nodePath, status }: StepRow) =>
    status === 'completed' && ['kept', 'continues'].includes(actionAt(nodePath));
  const mayRepeat = (step: StepRow) => {
    const action = actionAt(step.nodePath);
    const isOfOther = others.includes(step) && !steps.some((own) => isSame(own, step));
    return action === 'runs' || (isOfOther && action === 'continues');
  };
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
    effects: [...steps, ...others]
      .filter(({ kind, name }) => kind === 'tool' && withEffect.has(withoutVersion(name)))
      .filter(countsAsEffect)
      .filter(({ key }) => effects.get(key)?.state !== 'none')
      .filter((step, index, acted) => !acted.slice(index + 1).some((later) => isSame(step, later)))
      .map((step) => ({
        runId: step.runId,
        nodePath: step.nodePath,
        tool: step.name,
        label: effects.get(step.key)?.text ?? step.label,
        at: step.startedAt.toISOString(),
        status: isDone(step, effects.get(step.key)) ? ('done' as const) : ('unfinished' as const),
        result: resultOf(step),
        isOfOtherRetry: others.includes(step),
        mayRepeat: mayRepeat(step),
      })),
  };
}

/** Whether a step belongs to a node: a later attempt is at `<node>.try-2`, what is inside of it below. */
function isAtOrIn(nodePath: string, path: string): boolean {
  return nodePath === path || (nodePath.startsWith(path) && /[./]/.test(nodePath[path.length]!));
}

/** Whether nothing was done yet at a node. */
const isUntouched = (status: NodeStatus) => status === 'pending' || status === 'skipped';

/**
 * The steps of a run and of those that it retries, the oldest run first, those of their other retries, which it does not
 * know of, and what the side effects of all came to, by step.
 */
async function recordOfRetries(services: Services, latest: RunRow) {
  const chain = new Set<string>();
  const steps: StepRow[] = [];
  const effects = new Map<string, RunEffect>();
  for (
    let run: RunRow | undefined = latest;
    run;
    run = run.retryOf === null ? undefined : await services.runs.get(run.retryOf)
  ) {
    chain.add(run.id);
    steps.unshift(...(await allSteps(services.steps, run.id)));
    for (const effect of await effectsOf(services, run)) effects.set(effect.key, effect);
  }
  const others: StepRow[] = [];
  for (const id of await services.runs.followersOf([...chain])) {
    const run = chain.has(id) ? undefined : await services.runs.get(id);
    if (!run) continue;
    others.push(...(await allSteps(services.steps, id)));
    for (const effect of await effectsOf(services, run)) effects.set(effect.key, effect);
  }
  return { steps, others, effects };
}

/** An order is done once it is filled, however its call ended. */
function isDone({ status }: StepRow, effect: RunEffect | undefined): boolean {
  return status === 'completed' || effect?.state === 'done';
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

/** Whether a later run has taken over a call: waited for what it had begun, or kept its answer. */
function isSame(step: StepRow, later: StepRow): boolean {
  if (step.nodePath !== later.nodePath || step.step !== later.step) return false;
  if (step.status !== 'completed') return isDeepStrictEqual(step.input, later.input);
  return isDeepStrictEqual(step.output, later.output);
}

function resultOf({ output, status, error }: StepRow): string {
  if (error?.doubt) return cutText(error.message, longestResult);
  const waiting = waitedFor(output);
  if (status !== 'completed') return typeof waiting === 'string' ? waiting : '';
  return cutText(JSON.stringify(output), longestResult);
}
