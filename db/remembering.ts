import { LRUCache } from 'lru-cache';
import type { CatalogRepository, PublishedModels } from './repositories/catalog/catalog.ts';
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

/** How long what workers have published of models is not looked up again. */
const modelsKeptMs = 1_000;

/** What workers have published; of models it is read once a second at most, since every call of the gateway asks. */
export function rememberingCatalog(catalog: CatalogRepository): CatalogRepository {
  const known = new LRUCache<'models', PublishedModels>({ max: 1, ttl: modelsKeptMs });
  return {
    ...catalog,
    async publish(published) {
      await catalog.publish(published);
      known.clear();
    },
    async models() {
      const kept = known.get('models') ?? (await catalog.models());
      // Until a worker has started, there is nothing to keep.
      if (kept && !known.has('models')) known.set('models', kept);
      return kept;
    },
  };
}
