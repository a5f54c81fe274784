import type { Json } from '../contracts/base/json.ts';
import type { Database } from '../db/open.ts';
import type { ResolveEffects } from '../db/repositories/runs/effects.ts';
import type { RoutePlugin } from './route-plugin.ts';
import type { InputAttributes } from './temporal/index.ts';

/** A call that a person decides on, and what else they are shown. */
export type AskedCall = { args: Json; show: Json };

/** What a domain adds to the API. */
export type Domain = {
  /** Its routes, below `/api/v1`. */
  routes: RoutePlugin;
  /** What runs of its pipelines can be found by in the Temporal UI. */
  searchAttributes: InputAttributes;
  /** Says in a plain line what a call would do that a person decides on; undefined for what it does not know. */
  callLine(asked: AskedCall): string | undefined;
  /** Its tools whose side effects stay within Baton, such as orders without real money. */
  simulatedTools: readonly string[];
  /** Says what calls with a side effect came to, by the records of the domain. */
  resolveEffects(db: Database): ResolveEffects;
};
