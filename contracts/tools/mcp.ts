import { z } from 'zod';

/** How an MCP server of the configuration is. */
export const mcpServerStateSchema = z
  .object({
    name: z.string(),
    status: z.enum(['connected', 'connecting', 'failed']),
    detail: z.string().describe('What it is, or why it cannot be used'),
    tools: z
      .object({
        accepted: z.array(z.string()),
        /** Nobody has accepted them yet. */
        new: z.array(z.string()),
        /** They are no longer what was accepted. */
        changed: z.array(z.string()),
      })
      .describe('As the server names them'),
  })
  .meta({ id: 'McpServer' });
export type McpServerState = z.infer<typeof mcpServerStateSchema>;
