import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished, test } from 'vitest';
import { allTools } from '../../workers/compose/all-tools.ts';
import { apiKey, startGateway } from '../api/gateway/support/gateway.ts';
import type { Gateway } from '../api/gateway/support/gateway.ts';
import { openaiServer } from './support/model-server.ts';

const shipped = await allTools();

/** Calls in one answer of the model. */
const callsAtOnce = 8;

type Outcomes = Record<string, string>;

/** How the example of each tool is answered by the API: `completed`, or the code of its refusal. */
async function byApi(baton: Gateway): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  for (const { name, example } of shipped) {
    const { status, body } = await baton.request('POST', `/api/v1/tools/${name}`, {
      args: example,
      sideEffects: { policy: 'allow' },
    });
    outcomes[name] = status === 200 ? 'completed' : String(body.code);
  }
  return outcomes;
}

async function byMcp(baton: Gateway): Promise<Outcomes> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baton.url), {
    requestInit: {
      headers: {
        authorization: `Bearer ${apiKey}`,
        'x-baton-user': 'mcp',
        'x-baton-side-effects': 'allow',
      },
    },
  });
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  const outcomes: Outcomes = {};
  for (const { name, example = {} } of shipped) {
    const { isError, structuredContent } = await client.callTool({ name, arguments: example });
    const { code } = (structuredContent ?? {}) as { code?: unknown };
    outcomes[name] = isError === true ? String(code) : 'completed';
  }
  return outcomes;
}

/** The audit of an agent that calls them, the last try of each. */
async function byAgent(baton: Gateway, tools: readonly string[]): Promise<Outcomes> {
  const made = await baton.request('POST', '/api/v1/agents', {
    name: 'tries_all',
    role: 'Tries all tools',
    instructions: 'Call every tool once.',
    tools,
    memory: { enabled: false },
    sideEffects: { policy: 'allow' },
  });
  expect(made.status).toBe(201);
  const document = {
    name: 'all-tools',
    nodes: [{ id: 'all', kind: 'agent', agent: 'tries_all', task: 'Try them' }],
  };
  const { status, body } = await baton.request('POST', '/api/v1/runs', { document, input: {} });
  expect(body).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(201);
  await baton.client.workflow.getHandle(body.id).result();
  const outcomes: Outcomes = {};
  const read = async () => {
    const path = `/api/v1/audit?run=${body.id}&limit=200`;
    const { items } = (await baton.request('GET', path)).body;
    for (const { tool, outcome, code } of items.toReversed()) outcomes[tool] = code ?? outcome;
    return Object.keys(outcomes).toSorted();
  };
  await expect.poll(read, { timeout: 10_000 }).toEqual([...tools].toSorted());
  return outcomes;
}

test(
  'every tool of the catalogue answers its example alike over the API, over MCP and to an agent',
  { timeout: 180_000 },
  async () => {
    const files = await mkdtemp(join(tmpdir(), 'baton-every-tool-'));
    onTestFinished(() => rm(files, { recursive: true }));
    const examples = new Map(shipped.map(({ name, example }) => [name, example ?? {}]));
    const { url } = await openaiServer(({ messages, tools }) => {
      const done = messages.filter(({ role }) => role === 'tool').length;
      const next = tools.filter((name) => examples.has(name)).slice(done, done + callsAtOnce);
      return next.length === 0
        ? { text: 'All were called.' }
        : { calls: next.map((name) => ({ name, args: examples.get(name) ?? {} })) };
    });
    const baton = await startGateway({
      environment: {
        BATON_MODELS: 'deepseek:deepseek-chat',
        DEEPSEEK_API_KEY: 'a-key-for-tests',
        DEEPSEEK_BASE_URL: url,
        BATON_FILES: files,
        BATON_ML_MODELS: files,
        BATON_MARKET_SOURCES: 'sample',
        // So slow that the price of the order's example stays near: its collar would refuse it later.
        BATON_MARKET_BARS_PER_MINUTE: '1',
        BATON_AGENT_SIDE_EFFECTS: 'allow',
      },
      queues: ['workflows', 'models', 'tools', 'memory'],
    });
    onTestFinished(() => baton.stop());
    const { items } = (await baton.request('GET', '/api/v1/tools')).body;
    const lacking = items.filter(({ missing }: { missing?: string }) => missing !== undefined);
    const lackingNames = lacking.map(({ name }: { name: string }) => name);
    const usable = shipped.map(({ name }) => name).filter((name) => !lackingNames.includes(name));
    expect(usable.length).toBeGreaterThan(25);

    const api = await byApi(baton);
    for (const name of lackingNames) expect([name, api[name]]).toEqual([name, 'EXECUTION_ERROR']);
    // Without a network the rest either answers or says what it could not reach or find.
    const codes = new Set(usable.map((name) => api[name]));
    expect([...codes].toSorted()).toEqual(['EXECUTION_ERROR', 'completed']);
    expect(await byMcp(baton)).toEqual(api);
    const asAgent = await byAgent(baton, usable);
    expect(asAgent).toEqual(Object.fromEntries(usable.map((name) => [name, api[name]])));
  },
);
