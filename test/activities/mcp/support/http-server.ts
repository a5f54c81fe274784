import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../../contracts/base/json.ts';

/** An MCP server over HTTP on this machine, whose tools give the text that `answer` does. */
export async function httpServer(
  tools: JsonObject[],
  answer: (tool: string, request: IncomingMessage) => string,
) {
  const requests: IncomingMessage[] = [];
  const http = createServer(async (request, response) => {
    requests.push(request);
    const server = new Server({ name: 'remote', version: '2' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools as Tool[] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params: { name } }) => ({
      content: [{ type: 'text', text: answer(name, request) }],
    }));
    const transport = new StreamableHTTPServerTransport({});
    await server.connect(transport as Transport);
    const body = request.method === 'POST' ? await json(request) : undefined;
    await transport.handleRequest(request, response, body);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/mcp`, requests };
}
