import type { Json } from '../../contracts/base/json.ts';
import { storable } from '../../contracts/base/text.ts';

type Activity = (input: never) => Promise<unknown>;

/**
 * The same activities, given texts as PostgreSQL takes them: what comes from documents may have others.
 */
export function withStorableInputs<Given extends Record<keyof Given, Activity>>(
  activities: Given,
): Given {
  const entries = Object.entries<Activity>(activities);
  return Object.fromEntries(
    entries.map(([name, run]) => [
      name,
      async (input: never) => run(storable(input as Json) as never),
    ]),
  ) as Given;
}
