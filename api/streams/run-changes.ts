import type { ApprovalView, PlanView, RunView } from '../../contracts/api/index.ts';
import type { RunChange, RunCosts, RunHead } from '../../contracts/runs/run-events.ts';
import type { RunPicture } from '../../contracts/runs/run-picture.ts';
import type { ToldStep } from '../../contracts/runs/told-step.ts';

/** What the records say of a run now. */
export type ReadRun = {
  run: RunView;
  steps: ToldStep[];
  plans: PlanView[];
  approvals: ApprovalView[];
};

/** What has changed since a picture was right. The state comes last: an end is told after what led to it. */
export function runChanges(picture: RunPicture, read: ReadRun): RunChange[] {
  const { run } = picture;
  const [before, now] = [partsOf(run), partsOf(read.run)];
  return [
    ...changed(picture.steps, read.steps, ({ key }) => key).map(stepChange),
    ...changed(picture.plans, read.plans, ({ nodePath }) => nodePath).map(
      (plan) => ({ type: 'plan', plan }) as const,
    ),
    ...changed(run.nodes, read.run.nodes, ({ id }) => id).map(
      (node) => ({ type: 'node', node }) as const,
    ),
    ...changed(picture.approvals, read.approvals.toReversed(), ({ id }) => id).map(
      (approval) => ({ type: 'approval', approval }) as const,
    ),
    ...(isSame(before.costs, now.costs) ? [] : [{ type: 'cost', costs: now.costs } as const]),
    ...(isSame(before.head, now.head) ? [] : [{ type: 'state', run: now.head } as const]),
  ];
}

/** A step as an event, by what it says of itself. */
export function stepChange(step: ToldStep): RunChange {
  if (step.status !== 'running') return { type: 'step-finish', step };
  return { type: step.output === null ? 'step-start' : 'step-progress', step };
}

function changed<Item>(before: Item[], now: Item[], keyOf: (item: Item) => string): Item[] {
  const known = new Map(before.map((item) => [keyOf(item), item]));
  return now.filter((item) => !isSame(known.get(keyOf(item)), item));
}

function partsOf(run: RunView): { head: RunHead; costs: RunCosts } {
  const {
    costUsd,
    savedUsd,
    unknownPriceCalls,
    estimatedCalls,
    budget,
    usage,
    nodes: _nodes,
    document: _document,
    ...head
  } = run;
  return { head, costs: { costUsd, savedUsd, unknownPriceCalls, estimatedCalls, budget, usage } };
}

/** Whether two values have the same JSON. Records give their members in one order. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
