import { suggest } from '../../contracts/nearest.ts';
import { ToolRefused } from './executor.ts';
import type { Tool } from './tool.ts';

export type ToolRegistry<Services> = {
  list(): Tool<Services>[];
  find(name: string): Tool<Services> | undefined;
  /** @throws {ToolRefused} that names the nearest tool. */
  get(name: string): Tool<Services>;
};

/**
 * The tools by name; of several versions the newest one answers to the name.
 * @throws {Error} when two tools have the same id.
 */
export function createRegistry<Services>(tools: readonly Tool<Services>[]): ToolRegistry<Services> {
  const byId = new Map<string, Tool<Services>>();
  const byName = new Map<string, Tool<Services>>();
  for (const tool of tools) {
    if (byId.has(tool.id)) {
      throw new Error(`Two tools have the id ${tool.id}; rename one or raise its version`);
    }
    byId.set(tool.id, tool);
    const newest = byName.get(tool.name);
    if (!newest || tool.version > newest.version) byName.set(tool.name, tool);
  }

  return {
    list: () => [...byName.values()],
    find: (name) => byName.get(name),
    get(name) {
      const tool = byName.get(name);
      if (tool) return tool;
      const hint = suggest(name, byName.keys());
      throw new ToolRefused('TOOL_NOT_FOUND', `There is no tool "${name}": ${hint}`);
    },
  };
}
