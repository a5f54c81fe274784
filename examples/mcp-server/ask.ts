import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { address, apiKey, until } from '../support/baton.ts';

const requestInit = { headers: { authorization: `Bearer ${await apiKey()}` } };
const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit });
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(transport as Transport);

// Every tool has its own name, and every pipeline is a tool named run_<pipeline>.
const { tools } = await client.listTools();
console.log(`${tools.length} tools, such as ${tools[0]?.name} and ${tools.at(-1)?.name}`);

const price = await client.callTool({ name: 'get_price', arguments: { symbol: 'SPX' } });
console.log('get_price:', price.structuredContent);

type Run = { id: string; status: string };
const started = await client.callTool({ name: 'run_analyst-team', arguments: { symbol: 'SPX' } });
const { id } = started.structuredContent as Run;
// A call waits for 20 s at most; get_run returns the status of a run that takes longer.
const { status } = await until(async () => {
  const run = await client.callTool({ name: 'get_run', arguments: { id } });
  const now = run.structuredContent as Run;
  return ['pending', 'in_progress'].includes(now.status) ? undefined : now;
});
console.log(`run_analyst-team: ${id} is ${status}`);
await client.close();
