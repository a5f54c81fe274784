import { isDeepStrictEqual } from 'node:util';
import { whileShowing } from '../../sealing.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { isJsonObject } from '../../../contracts/base/json.ts';
import { hasEnded } from '../../../contracts/runs/run.ts';
import type { EffectState, RunEffect } from '../../../contracts/runs/effects.ts';
import { needsApproval } from '../../../contracts/tools/side-effects.ts';
import { withoutVersion } from '../../../contracts/tools/tools.ts';
import type { ApprovalRepository } from './approvals.ts';
import type { RunRepository, RunRow } from './runs.ts';
import { stoppedStep } from './step-ends.ts';
import type { StepRepository, StepRow } from './steps.ts';

/** A call under way when its run ended has come to its end, or its worker has died, after this time. */
export const settlesWithinMs = 60_000;

/** A call with a side effect that may have happened. */
export type EffectCall = Pick<
  StepRow,
  'key' | 'nodePath' | 'step' | 'status' | 'label' | 'output'
> & {
  /** Its name, without a version. */
  tool: string;
  /** Its run, and those that this run retries and that made the same call, which it may have gone on with. */
  runIds: readonly string[];
  /** Whether nothing can come of it any more that is not on record. */
  isOver: boolean;
};

/** What a call came to by the records of a domain. */
export type ResolvedEffect = Pick<RunEffect, 'state' | 'text' | 'details'>;

/** Looks up what calls came to, by key: null where nothing was to happen; left out are calls that the domain does not know. */
export type ResolveEffects = (
  calls: readonly EffectCall[],
) => Promise<Map<string, ResolvedEffect | null>>;

type Run = Pick<RunRow, 'id' | 'status' | 'endedAt'>;

type Needs = {
  approvals: Pick<ApprovalRepository, 'list'>;
  runs: Pick<RunRepository, 'retriedBy'>;
  steps: Pick<StepRepository, 'ofTools'>;
  resolveEffects: readonly ResolveEffects[];
};

/**
 * The side effects of a run, in the order in which they began: those that happened, may have happened, or are still open.
 * @param tools the names of those with a side effect.
 */
export async function readEffects(
  needs: Needs,
  run: Run,
  tools: readonly string[],
): Promise<RunEffect[]> {
  return tools.length === 0 ? [] : whileShowing(() => effectsOfTools(needs, run, tools));
}

async function effectsOfTools(
  { approvals, runs, steps, resolveEffects }: Needs,
  run: Run,
  tools: readonly string[],
): Promise<RunEffect[]> {
  const isEnded = hasEnded(run.status);
  const made = (await steps.ofTools(run.id, tools)).filter(countsAsEffect);
  if (made.length === 0) return [];
  const isOver = run.endedAt !== null && run.endedAt.getTime() + settlesWithinMs < Date.now();
  const earlier: StepRow[][] = [];
  for (let id = await runs.retriedBy(run.id); id !== undefined; id = await runs.retriedBy(id)) {
    earlier.push(await steps.ofTools(id, tools));
  }
  const calls: EffectCall[] = [];
  for (const step of made) {
    const runIds = [run.id, ...(await runsOfSameCall(step, earlier, approvals))];
    calls.push({ ...step, tool: withoutVersion(step.name), runIds, isOver });
  }
  const known = new Map<string, ResolvedEffect | null>();
  for (const resolve of resolveEffects) {
    for (const [key, effect] of await resolve(calls)) known.set(key, effect);
  }
  return made.flatMap((step) => {
    const state = stateOf(step, isEnded);
    const found = known.get(step.key) ?? (state && { state, text: null, details: null });
    if (!found || known.get(step.key) === null) return [];
    const { key, nodePath, name: tool, label, startedAt } = step;
    return [{ key, nodePath, tool, label, at: startedAt.toISOString(), ...found }];
  });
}

/** The runs before that made the same call, up to one that made another in its place. */
async function runsOfSameCall(
  call: StepRow,
  earlier: readonly StepRow[][],
  approvals: Needs['approvals'],
): Promise<string[]> {
  const runIds: string[] = [];
  for (const made of earlier) {
    const before = made.find(
      ({ nodePath, step }) => nodePath === call.nodePath && step === call.step,
    );
    if (!before) continue;
    const isSame =
      isDeepStrictEqual(before.input, call.input) || (await wasEdited(before, call, approvals));
    if (before.name !== call.name || !isSame) break;
    runIds.push(before.runId);
  }
  return runIds;
}

/** Whether a person approved a call that is made again with other arguments, which it goes on with. */
async function wasEdited(
  { runId, nodePath, input }: StepRow,
  again: StepRow,
  approvals: Needs['approvals'],
): Promise<boolean> {
  const given = await approvals.list({ runId, status: 'approved', limit: 200 });
  return given.some(
    (approval) =>
      approval.nodePath === nodePath &&
      isDeepStrictEqual(approval.args, again.input) &&
      isDeepStrictEqual(approval.editedArgs, input),
  );
}

/** A call that failed did nothing, unless its failure leaves that in doubt, and neither did one that nobody had approved yet. */
export function countsAsEffect({
  status,
  error,
  output,
}: Pick<StepRow, 'status' | 'error' | 'output'>): boolean {
  if (status === 'completed') return true;
  if (error?.doubt) return true;
  if (status === 'failed' && error?.type !== stoppedStep) return false;
  return hasMayHaveRun(output) || waitedFor(output) !== needsApproval;
}

/** What a call waited for, as its step says. */
export function waitedFor(output: Json | null): Json | undefined {
  return isJsonObject(output) ? output['waiting'] : undefined;
}

const hasMayHaveRun = (output: Json | null) =>
  isJsonObject(output) && output['mayHaveRun'] === true;

/** What its step says of a call; undefined where it only waited for something before it was made. */
function stateOf({ status, error, output }: StepRow, isEnded: boolean): EffectState | undefined {
  if (status === 'completed') return 'done';
  const inDoubt = error?.doubt === true || hasMayHaveRun(output);
  if (!inDoubt && waitedFor(output) !== undefined) return undefined;
  return status === 'running' && !isEnded ? 'open' : 'unknown';
}
