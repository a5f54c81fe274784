import type { StepView } from '../../../../contracts/api/index.ts';
import { unansweredIn } from '../../../../contracts/runs/failovers.ts';
import { childOf } from '../../api/node-paths.ts';

/** What model calls and tool runs add up to. */
export type Totals = {
  modelCalls: number;
  toolRuns: number;
  inputTokens: number;
  outputTokens: number;
  /** In US dollars; null where the price of a call is not known. */
  costUsd: number | null;
  /** Calls and runs that were made again in the same way. */
  retries: number;
  failovers: number;
};

const noTotals: Totals = {
  modelCalls: 0,
  toolRuns: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  retries: 0,
  failovers: 0,
};

/** How often a model call went on with another model. */
export function failoversOf({ attempts }: Pick<StepView, 'attempts'>): number {
  return unansweredIn(attempts ?? []).filter(({ to }) => to !== null).length;
}

/** How often a step was tried again, other than with another model. */
export function retriesOf(step: Pick<StepView, 'attempt' | 'attempts'>): number {
  const tries = step.attempts?.length ?? 0;
  return Math.max(step.attempt - 1, tries - 1 - failoversOf(step));
}

function add(totals: Totals, step: StepView): Totals {
  const isModel = step.kind === 'model';
  const isPaid = isModel && step.status === 'completed';
  const cost = step.costUsd ?? (isPaid ? null : 0);
  return {
    modelCalls: totals.modelCalls + (isModel ? 1 : 0),
    toolRuns: totals.toolRuns + (step.kind === 'tool' ? 1 : 0),
    inputTokens: totals.inputTokens + (step.inputTokens ?? 0),
    outputTokens: totals.outputTokens + (step.outputTokens ?? 0),
    costUsd: totals.costUsd === null || cost === null ? null : totals.costUsd + Number(cost),
    retries: totals.retries + retriesOf(step),
    failovers: totals.failovers + failoversOf(step),
  };
}

export function totalsOf(steps: StepView[]): Totals {
  return steps.reduce(add, noTotals);
}

/** The totals of each node of a pipeline with all that is inside of it, by the node's id. */
export function totalsByNode(steps: StepView[], pipelinePath: string): Map<string, Totals> {
  const byNode = Map.groupBy(steps, ({ nodePath }) => childOf(pipelinePath, nodePath) ?? '');
  byNode.delete('');
  return new Map([...byNode].map(([id, own]) => [id, totalsOf(own)]));
}
