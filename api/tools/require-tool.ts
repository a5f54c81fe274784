import { noSuchTool } from '../../contracts/tools/no-such-tool.ts';
import { toolsByName, withoutVersions } from '../../contracts/tools/tools.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';
import { Problem } from '../base/problem.ts';

/**
 * A tool by `<name>` or `<name>@<version>`, and the newest of its versions.
 * @throws {Problem} `not-found` that names the nearest, or the mistake in its file.
 */
export function requireTool(
  { tools, toolProblems }: Pick<PublishedCatalog, 'tools' | 'toolProblems'>,
  name: string,
): { tool: ToolSpec; newest: ToolSpec } {
  const known = toolsByName(tools);
  const tool = Object.hasOwn(known, name) ? known[name] : undefined;
  if (tool) return { tool, newest: known[tool.name] ?? tool };
  const names = withoutVersions(Object.keys(known));
  throw new Problem('not-found', noSuchTool(name, names, toolProblems));
}
