import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import { noSuchTool } from '../../contracts/tools/no-such-tool.ts';
import { includesPlan } from '../../contracts/tools/tools.ts';
import { ToolRefused } from '../tool-kit/executor.ts';
import type { ToolFilter } from '../tool-kit/executor.ts';
import type { Tool } from '../tool-kit/tool.ts';

export type ToolRegistry<Services> = {
  /** The newest version of each tool. */
  list(filter?: ToolFilter): Tool<Services>[];
  /** By `<name>`, which is the newest version, or by `<name>@<version>`. */
  find(name: string): Tool<Services> | undefined;
  /** @throws {ToolRefused} that names the nearest tool, or the mistake in the file of this one. */
  get(name: string): Tool<Services>;
  /** Every version of a tool, newest first; none where there is no such tool. */
  versions(name: string): readonly Tool<Services>[];
  /**
   * Puts the tools of a source, such as `mcp`, in place of those that it gave before.
   * @param problems why others of the source are not there.
   * @throws {Error} when an id is taken; all tools are then as they were.
   */
  replace(
    source: string,
    tools: readonly Tool<Services>[],
    problems?: readonly FileProblem[],
  ): void;
};

/**
 * The tools by name; of several versions the newest one answers to the name alone.
 * @throws {Error} when two tools have the same id.
 */
export function createRegistry<Services>(tools: readonly Tool<Services>[]): ToolRegistry<Services> {
  const sources = new Map<string, Source<Services>>([['catalog', { tools, problems: [] }]]);
  let known = fixedRegistry([...sources.values()]);
  return {
    list: (filter) => known.list(filter),
    find: (name) => known.find(name),
    get: (name) => known.get(name),
    versions: (name) => known.versions(name),
    replace(name, given, problems = []) {
      const source = { tools: given, problems };
      known = fixedRegistry([...new Map([...sources, [name, source]]).values()]);
      sources.set(name, source);
    },
  };
}

type Source<Services> = {
  tools: readonly Tool<Services>[];
  problems: readonly FileProblem[];
};

function fixedRegistry<Services>(
  sources: readonly Source<Services>[],
): Omit<ToolRegistry<Services>, 'replace'> {
  const tools = sources.flatMap((source) => source.tools);
  const problems = sources.flatMap((source) => source.problems);
  const byId = new Map<string, Tool<Services>>();
  const byName = new Map<string, Tool<Services>[]>();
  for (const tool of tools) {
    if (byId.has(tool.id)) {
      throw new Error(`Two tools have the id ${tool.id}; rename one or raise its version`);
    }
    byId.set(tool.id, tool);
    const versions = [...(byName.get(tool.name) ?? []), tool];
    byName.set(
      tool.name,
      versions.toSorted((one, other) => other.version - one.version),
    );
  }

  const versions = (name: string) => byName.get(name) ?? [];
  const find = (name: string) => versions(name)[0] ?? byId.get(name);

  return {
    list: ({ category, plan } = {}) =>
      [...byName.keys()]
        .flatMap((name) => versions(name).slice(0, 1))
        .filter((tool) => category === undefined || tool.category === category)
        .filter((tool) => plan === undefined || includesPlan(plan, tool.plan)),
    find,
    versions,
    get(name) {
      const tool = find(name);
      if (tool) return tool;
      const [bare = ''] = name.split('@');
      const others = versions(bare).map(({ id }) => id);
      const names = others.length > 0 ? others : byName.keys();
      throw new ToolRefused('TOOL_NOT_FOUND', noSuchTool(name, names, problems));
    },
  };
}
