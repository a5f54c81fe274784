import { toolGap } from '../../contracts/tools/tool-gaps.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';

/**
 * The tools without effects that agents may use here and that are set up; those that read the web only where that is
 * allowed.
 */
export function readingTools(
  { tools, plan, allowedTools }: Pick<PublishedCatalog, 'tools' | 'plan' | 'allowedTools'>,
  { allowBrowsing }: { allowBrowsing: boolean },
): ToolSpec[] {
  const terms = { plan, allowedTools: allowedTools ?? undefined };
  return tools.filter(
    (tool) =>
      !tool.sideEffect && toolGap(tool, terms) === undefined && (allowBrowsing || !readsWeb(tool)),
  );
}

export function readsWeb({ category }: ToolSpec): boolean {
  return category === 'web';
}
