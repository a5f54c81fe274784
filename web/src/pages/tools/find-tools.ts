import type { ToolView } from '../../../../contracts/api/index.ts';
import { toolCategories } from '../../../../contracts/tools/categories.ts';
import type { ToolsSearch } from './tools-search.ts';

type Found = { category: string; tools: ToolView[] };

/** The tools that fit a search, by category; categories without one are left out. */
export function findTools(tools: ToolView[], search: ToolsSearch): Found[] {
  const text = search.text?.toLowerCase() ?? '';
  const found = tools.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(text),
  );
  return toolCategories
    .filter((category) => search.category === undefined || search.category === category)
    .map((category) => ({ category, tools: found.filter((tool) => tool.category === category) }))
    .filter(({ tools: inCategory }) => inCategory.length > 0);
}
