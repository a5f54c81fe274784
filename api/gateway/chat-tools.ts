import { plans } from '../../contracts/tools.ts';
import type { ToolSpec } from '../../contracts/tools.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog.ts';

/** The tools that the plan includes and that change nothing; those that read the web only where that is allowed. */
export function readingTools(
  { tools, plan }: Pick<PublishedCatalog, 'tools' | 'plan'>,
  { allowBrowsing }: { allowBrowsing: boolean },
): ToolSpec[] {
  return tools.filter(
    (tool) =>
      !tool.sideEffect &&
      plans.indexOf(tool.plan) <= plans.indexOf(plan) &&
      (allowBrowsing || !readsWeb(tool)),
  );
}

export function readsWeb({ category }: ToolSpec): boolean {
  return category === 'web';
}
