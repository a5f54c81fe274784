import { mostRetried } from '../../../../contracts/base/run-limits.ts';
import { runStatuses } from '../../../../contracts/runs/run.ts';
import type { RunStatus } from '../../../../contracts/runs/run.ts';

export type RunSearch = {
  status?: RunStatus;
  pipeline?: string;
  user?: string;
  /** The id of the trigger that started it. */
  trigger?: string;
  text?: string;
  /** The type of the error that ended it. */
  error?: string;
  /** The id of a node that did not complete. */
  failedNode?: string;
  /** What models cost at least, in US dollars. */
  minCostUsd?: string;
  /** An agent that called a model in it. */
  calledBy?: string;
  /** A model that answered in it. */
  model?: string;
  /** The days of its creation in UTC, such as `2026-11-21`; the last does not count. */
  from?: string;
  to?: string;
};

const textFilters = [
  'pipeline',
  'user',
  'trigger',
  'text',
  'error',
  'failedNode',
  'calledBy',
  'model',
] as const;
const dayFilters = ['from', 'to'] as const;

/** Costs that one can narrow down by. */
export const leastCosts = ['0.01', '0.1', '1', '10'] as const;

/** Whether runs of a status ended without completing, so that they can be retried. */
export function isRetryable(
  status: RunStatus | undefined,
): status is 'failed' | 'cancelled' | 'timeout' {
  return status === 'failed' || status === 'cancelled' || status === 'timeout';
}

/** Runs in parts that one request can retry. */
export function inParts<Run>(runs: readonly Run[]): Run[][] {
  const count = Math.ceil(runs.length / mostRetried);
  return Array.from({ length: count }, (_, at) =>
    runs.slice(at * mostRetried, (at + 1) * mostRetried),
  );
}

/** The filter in the address; what is not one is left out. */
export function runFilterOf(search: Record<string, unknown>): RunSearch {
  const status = runStatuses.find((one) => one === search['status']);
  const texts = textFilters.flatMap((name): [string, string][] => {
    // An address may hold a number where a text is meant.
    const value = String(search[name] ?? '').trim();
    return value === '' ? [] : [[name, value]];
  });
  const days = dayFilters.flatMap((name): [string, string][] => {
    const day = String(search[name] ?? '');
    return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? [[name, day]] : [];
  });
  // A number, where the address has it without quotes.
  const minCostUsd = leastCosts.find((cost) => Number(cost) === Number(search['minCostUsd']));
  return {
    ...(minCostUsd && { minCostUsd }),
    ...(status && { status }),
    ...Object.fromEntries([...texts, ...days]),
  };
}
