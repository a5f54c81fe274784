import { toolCategories } from '../../../../contracts/tools/categories.ts';

export type ToolsSearch = { category?: string; text?: string };

/** What the address asks for; what is not a filter is left out. */
export function toolsSearchOf({ category, text }: Record<string, unknown>): ToolsSearch {
  const known = toolCategories.find((one) => one === category);
  return {
    ...(known && { category: known }),
    ...(typeof text === 'string' && text !== '' && { text }),
  };
}
