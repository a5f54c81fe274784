import { LRUCache } from 'lru-cache';
import type { RunRepository, RunTerms } from './repositories/runs/runs.ts';

const mostRuns = 1_000;

/** The records of runs; what never changes of a run is read once. */
export function rememberingRuns(runs: RunRepository): RunRepository {
  const terms = new LRUCache<string, RunTerms>({ max: mostRuns });
  const begun = new LRUCache<string, true>({ max: mostRuns });
  return {
    ...runs,
    async terms(id) {
      const known = terms.get(id) ?? (await runs.terms(id));
      terms.set(id, known);
      return known;
    },
    async start(id) {
      if (begun.has(id)) return false;
      const hasBegun = await runs.start(id);
      begun.set(id, true);
      return hasBegun;
    },
  };
}
