import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { Connection } from './connect.ts';
import type { McpServer } from './mcp-server.ts';

/**
 * One call of a tool over a connection; the server is given a key by which it can tell a repeated call.
 * @throws what the client of the SDK throws.
 */
export async function callTool(
  client: Connection['client'],
  tool: string,
  args: JsonObject,
  { key, timeoutMs, signal, progress }: Parameters<McpServer['call']>[2],
): Promise<CallToolResult> {
  const answer = await client.request(
    {
      method: 'tools/call',
      params: { name: tool, arguments: args, _meta: { 'baton/idempotency-key': key } },
    },
    CallToolResultSchema,
    {
      timeout: timeoutMs,
      signal,
      onprogress: ({ progress: done, total, message = '' }) =>
        progress(message, total ? done / total : undefined),
    },
  );
  return answer as CallToolResult;
}
