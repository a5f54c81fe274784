import type { Database } from '../db/open.ts';
import type { ResolveEffects } from '../db/repositories/runs/effects.ts';
import type { RoutePlugin } from './route-plugin.ts';
import type { InputAttributes } from './temporal/index.ts';

/** What a domain adds to the API. */
export type Domain = {
  /** Its routes, below `/api/v1`. */
  routes: RoutePlugin;
  /** What runs of its pipelines can be found by in the Temporal UI. */
  searchAttributes: InputAttributes;
  /** Says what calls with a side effect came to, by the records of the domain. */
  resolveEffects(db: Database): ResolveEffects;
};
