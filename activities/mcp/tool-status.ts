import { definitionHash, differences } from './definition.ts';
import type { McpDefinition } from './definition.ts';
import type { McpServerConfig } from './mcp-file.ts';
import type { ServerView } from './mcp-server.ts';

/** A tool of an MCP server, compared with what was accepted of it. */
export type McpToolStatus = {
  /** As the server names it. */
  tool: string;
  is: 'accepted' | 'new' | 'changed' | 'gone';
  /** What was accepted; undefined where nothing was, or only its hash. */
  definition: McpDefinition | undefined;
  /** Of what was accepted. */
  hash: string | undefined;
  /** Why it cannot be called, and what to do. */
  missing?: string;
};

/**
 * The status of each tool: those that the server has, and those that were accepted before.
 * @param accepted the definitions of the lock file.
 */
export function mcpToolStatuses(
  serverName: string,
  config: Pick<McpServerConfig, 'pins' | 'tools'>,
  accepted: Record<string, McpDefinition>,
  { definitions }: Pick<ServerView, 'definitions'>,
): McpToolStatus[] {
  const names = new Set([...Object.keys(accepted), ...(definitions?.keys() ?? [])]);
  return [...names]
    .filter((tool) => config.tools?.includes(tool) ?? true)
    .toSorted()
    .map((tool) => statusOf(tool));

  function statusOf(tool: string): McpToolStatus {
    const now = definitions?.get(tool);
    const known = Object.hasOwn(accepted, tool) ? accepted[tool] : undefined;
    const pin = Object.hasOwn(config.pins, tool) ? config.pins[tool] : undefined;
    const hash = known && definitionHash(known);
    if (now && pin !== undefined && definitionHash(now) === pin) {
      return { tool, is: 'accepted', definition: now, hash: pin };
    }
    // Until the server has listed its tools, accepted ones count as there: a call checks first.
    if (known && !definitions) return { tool, is: 'accepted', definition: known, hash };
    if (known && now && definitionHash(now) === hash) {
      return { tool, is: 'accepted', definition: known, hash };
    }
    const accept = `npx baton mcp accept ${serverName} ${tool}`;
    if (!now) {
      const missing = `MCP server ${serverName} no longer has this tool; remove it with \`${accept}\``;
      return { tool, is: 'gone', definition: known, hash, missing };
    }
    if (known ?? pin) {
      const what = known ? `: ${differences(known, now)}` : '';
      const missing =
        `the tool has changed since it was accepted${what}. If you expect the change, accept it with ` +
        `\`${accept}\``;
      return { tool, is: 'changed', definition: known, hash: hash ?? pin, missing };
    }
    const missing = `review the tool with \`npx baton mcp\`, then accept it with \`${accept}\``;
    return { tool, is: 'new', definition: undefined, hash: undefined, missing };
  }
}
