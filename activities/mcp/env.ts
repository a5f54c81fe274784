import { z } from 'zod';

/** Which MCP servers give tools. */
export const mcpEnvironment = z.object({
  /** A YAML or JSON file of servers; left out, there are none. What was accepted of them is in a lock file beside it. */
  BATON_MCP_FILE: z.string().min(1).optional(),
});
