import { LRUCache } from 'lru-cache';
import type { AgentRepository } from './repositories/agents/agents.ts';
import type { PipelineRepository } from './repositories/catalog/pipelines.ts';
import { isShowing } from './sealing.ts';
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
    async start(id, at) {
      if (begun.has(id)) return false;
      const hasBegun = await runs.start(id, at);
      begun.set(id, true);
      return hasBegun;
    },
  };
}

/**
 * Has a read of a whole table repeated only where the table was written since. What it gives is shared, so that nobody may
 * change it.
 */
function onceAVersion<Rows>(version: () => Promise<string>, read: () => Promise<Rows>) {
  type Known = { version: string; rows: Rows };
  const known = new Map<'shown' | 'acted on', Known>();
  return async (): Promise<Rows> => {
    // What no key opens is read otherwise where it is only shown.
    const use = isShowing() ? 'shown' : 'acted on';
    // First: what is written meanwhile is read once more the next time.
    const now = await version();
    const kept = known.get(use);
    if (kept?.version === now) return kept.rows;
    const rows = frozen(await read());
    known.set(use, { version: now, rows });
    return rows;
  };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** The stored pipelines; the list of them, which every start needs, is read again once it has changed. */
export function rememberingPipelines(pipelines: PipelineRepository): PipelineRepository {
  return { ...pipelines, list: onceAVersion(pipelines.tableVersion, pipelines.list) };
}

/** The agents that were made through the API; as {@link rememberingPipelines}. */
export function rememberingAgents(agents: AgentRepository): AgentRepository {
  return { ...agents, list: onceAVersion(agents.tableVersion, agents.list) };
}

/** How long what workers have published of models, and of side effects, is not looked up again. */
const keptMs = 1_000;

/**
 * What workers have published, read again once it has changed. Of models it is looked up once a second at most, since every
 * call of the gateway asks, and so is which tools have side effects, which every look at a run asks.
 */
export function rememberingCatalog(catalog: CatalogRepository): CatalogRepository {
  const known = new LRUCache<'models', PublishedModels>({ max: 1, ttl: keptMs });
  const effects = new LRUCache<'tools', string[]>({ max: 1, ttl: keptMs });
  return {
    ...catalog,
    get: onceAVersion(catalog.tableVersion, catalog.get),
    async publish(published) {
      await catalog.publish(published);
      known.clear();
      effects.clear();
    },
    async effectTools() {
      const kept = effects.get('tools') ?? (await catalog.effectTools());
      if (kept && !effects.has('tools')) effects.set('tools', kept);
      return kept;
    },
    async models() {
      const kept = known.get('models') ?? (await catalog.models());
      // Until a worker has started, there is nothing to keep.
      if (kept && !known.has('models')) known.set('models', kept);
      return kept;
    },
  };
}
