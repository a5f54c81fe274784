import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { allTools as shippedTools } from '../../../workers/compose/all-tools.ts';
import { apiKey, startGateway } from '../gateway/support/gateway.ts';
import type { Gateway } from '../gateway/support/gateway.ts';

const shipped = await shippedTools();

let baton: Gateway;
const limit = 60_000;

beforeAll(async () => {
  baton = await startGateway({
    environment: {
      BATON_EXTENSIONS: fileURLToPath(new URL('./extensions', import.meta.url)),
      BATON_PLAN: 'pro',
    },
    queues: ['workflows', 'models', 'tools', 'memory'],
  });
}, limit);
afterAll(() => baton.stop());

async function connect(headers: Record<string, string> = {}): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baton.url), {
    requestInit: { headers: { authorization: `Bearer ${apiKey}`, ...headers } },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  return client;
}

async function allTools(client: Client) {
  const tools = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

test('it says which version of Baton it is', async () => {
  const client = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: 'baton', version: packageJson.version });
});

const prices = { side: 'long', entryPrice: 100, stopPrice: 95, targetPrice: 115 };

test('every tool of the catalogue is listed with its description, arguments and hints', async () => {
  const listed = new Map((await allTools(await connect())).map((tool) => [tool.name, tool]));
  for (const { name, description, parameters, sideEffect } of shipped) {
    const tool = listed.get(name);
    expect(tool?.description, name).toContain(description);
    expect(tool?.inputSchema, name).toMatchObject({ ...parameters, type: 'object' });
    expect(tool?.annotations, name).toMatchObject({
      readOnlyHint: !sideEffect,
      destructiveHint: sideEffect,
    });
  }
  expect(listed.get('test_simple_text')).toBeDefined();
});

test('a tool is called as the API calls it, and what others wrote is marked', async () => {
  const client = await connect();
  const result = await client.callTool({ name: 'calculate_risk_reward', arguments: prices });
  expect(result.isError).toBeUndefined();
  expect(result.structuredContent).toMatchObject({ risk: 5, reward: 15, ratio: 3 });
  expect(JSON.parse((result.content as { text: string }[])[0]?.text ?? '')).toEqual(
    result.structuredContent,
  );
  const answered = await client.callTool({
    name: 'json_schema_2020_12_tool',
    arguments: { name: 'a' },
  });
  expect(answered).toMatchObject({
    structuredContent: { name: 'a' },
    _meta: { 'baton/untrusted': true },
  });
});

test('a call that is sent again under its key is carried out once', async () => {
  const client = await connect({ 'x-baton-side-effects': 'allow' });
  const call = {
    name: 'create_alert',
    arguments: { symbol: 'SPX', comparison: '>=', price: 100_000 },
    _meta: { 'baton/idempotency-key': 'one-alert' },
  };
  const first = await client.callTool(call);
  const second = await client.callTool(call);
  expect(first.isError).toBeUndefined();
  expect(second).toEqual(first);
  const listed = await client.callTool({ name: 'list_alerts', arguments: {} });
  expect((listed.structuredContent as { alerts: unknown[] }).alerts).toHaveLength(1);
});

test.each([
  ['no_such_tool', {}, 'TOOL_NOT_FOUND'],
  ['calculate_risk_reward', { ...prices, side: 'up' }, 'VALIDATION_ERROR'],
  ['http_get', { url: 'http://169.254.169.254/latest' }, 'EXECUTION_ERROR'],
  ['test_error_handling', {}, 'EXECUTION_ERROR'],
])('a refusal of %s is a result with its code', async (name, args, code) => {
  const client = await connect();
  const result = await client.callTool({ name, arguments: args });
  expect(result).toMatchObject({ isError: true, structuredContent: { code } });
  expect((result.content as { text: string }[])[0]?.text).toMatch(new RegExp(`^${code}: `));
});

test('an unknown name of a tool or a pipeline is refused with the nearest one', async () => {
  const nodes = [{ id: 'one', kind: 'transform', value: 1 }];
  const { status } = await baton.request('POST', '/api/v1/pipelines', {
    name: 'look-twice',
    nodes,
  });
  expect(status).toBe(201);
  const client = await connect();
  for (const [name, meant] of [
    ['run_look-twcie', 'run_look-twice'],
    ['get_rnu', 'get_run'],
    ['get_prise', 'get_price'],
  ] as const) {
    expect(await client.callTool({ name, arguments: {} })).toMatchObject({
      isError: true,
      structuredContent: {
        code: 'TOOL_NOT_FOUND',
        message: `Tool "${name}" not found. Did you mean ${meant}?`,
      },
    });
  }
});

test('requests about runs are refused without a run id, with the place', async () => {
  const client = await connect();
  for (const name of ['get_run', 'cancel_run']) {
    const result = await client.callTool({ name, arguments: { run: 'run_1' } });
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'invalid-request' } });
    expect((result.content as { text: string }[])[0]?.text).toMatch(/^id: id is missing/m);
  }
});

test('tools are called on behalf of the user that the client names', async () => {
  const { status } = await baton.request('PUT', '/api/v1/users/thrifty', { plan: 'free' });
  expect(status).toBe(200);
  const client = await connect({ 'x-baton-user': 'thrifty' });
  const result = await client.callTool({ name: 'get_portfolio', arguments: {} });
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'PLAN_REQUIRED' } });
});

test('a user who is named by the client sees and cancels the own orders alone', async () => {
  const [ann, bob] = [
    await connect({ 'x-baton-user': 'ann', 'x-baton-side-effects': 'allow' }),
    await connect({ 'x-baton-user': 'bob' }),
  ];
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: args });
    return { isError, ...(structuredContent as Record<string, any>) } as Record<string, any>;
  };
  const { price } = await call(ann, 'get_price', { symbol: 'SPX' });
  const order = { symbol: 'SPX', side: 'buy', quantity: 1, type: 'limit' };
  const limited = { ...order, limitPrice: Math.round(price * 0.97), referencePrice: price };
  const placed = await call(ann, 'create_paper_order', limited);
  const { clientOrderId } = placed['order'];
  expect((await call(bob, 'get_pending_orders'))['orders']).toEqual([]);
  expect(await call(bob, 'get_portfolio')).toMatchObject({ account: 'paper:bob', reserved: 0 });
  for (const args of [{ clientOrderId }, { clientOrderId, account: 'paper:ann' }]) {
    expect(await call(bob, 'cancel_paper_order', args)).toMatchObject({ isError: true });
  }
  expect((await call(ann, 'get_pending_orders'))['orders']).toMatchObject([{ clientOrderId }]);
});

test('a pipeline whose user may not call its tools is refused as it is started', async () => {
  const document = {
    name: 'holdings',
    nodes: [{ id: 'all', kind: 'tool', tool: 'get_portfolio' }],
  };
  expect((await baton.request('POST', '/api/v1/pipelines', document)).status).toBe(201);
  await baton.request('PUT', '/api/v1/users/thrifty', { plan: 'free' });
  const client = await connect({ 'x-baton-user': 'thrifty' });
  const result = await client.callTool({ name: 'run_holdings', arguments: {} });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: {
      code: 'plan-required',
      errors: [{ path: 'nodes.all', fix: expect.stringContaining('--plan pro') }],
    },
  });
});

test(
  'a pipeline is a tool: the progress of its run is reported, then its result',
  { timeout: limit },
  async () => {
    const document = {
      name: 'size-a-position',
      title: 'Size a position',
      inputs: {
        type: 'object',
        required: ['entryPrice'],
        properties: { entryPrice: { type: 'number' } },
      },
      nodes: [
        {
          id: 'ratio',
          kind: 'tool',
          tool: 'calculate_risk_reward',
          args: {
            side: 'long',
            entryPrice: '{{ inputs.entryPrice }}',
            stopPrice: 95,
            targetPrice: 115,
          },
        },
      ],
      output: '{{ nodes.ratio.output.ratio }}',
    };
    const { status } = await baton.request('POST', '/api/v1/pipelines', document);
    expect(status).toBe(201);
    const client = await connect();
    const listed = (await allTools(client)).find(({ name }) => name === 'run_size-a-position');
    expect(listed).toMatchObject({ title: 'Size a position', inputSchema: document.inputs });
    const told: string[] = [];
    const result = await client.callTool(
      { name: 'run_size-a-position', arguments: { entryPrice: 100 } },
      undefined,
      { onprogress: ({ message = '' }) => told.push(message) },
    );
    expect(result.structuredContent).toMatchObject({
      pipeline: 'size-a-position',
      status: 'completed',
      output: 3,
    });
    expect(told).toContainEqual(expect.stringMatching(/^ratio: .*\(completed\)$/));

    const { id } = result.structuredContent as { id: string };
    const asked = await client.callTool({ name: 'get_run', arguments: { id } });
    expect(asked.structuredContent).toMatchObject({ id, status: 'completed', output: 3 });
    const { contents } = await client.readResource({ uri: `baton://runs/${id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id, output: 3 });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('baton://pipelines/size-a-position');
    const wrong = await client.callTool({ name: 'run_size-a-position', arguments: {} });
    expect(wrong).toMatchObject({ isError: true, structuredContent: { code: 'invalid-input' } });
    await expect(client.readResource({ uri: 'baton://runs/run_none' })).rejects.toThrow(
      /run_none not found/i,
    );
  },
);

const post = (headers: Record<string, string>) =>
  fetch(`${baton.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
const key = { authorization: `Bearer ${apiKey}` };

test('only who shows the key gets in, and no page of another origin', async () => {
  expect((await post(key)).status).toBe(200);
  const without = await post({});
  expect(without.status).toBe(401);
  expect(without.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect((await post({ ...key, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ ...key, origin: 'null' })).status).toBe(403);
  expect((await post({ ...key, origin: baton.url })).status).toBe(200);
  const rebound = await baton.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...key, host: 'evil.example' },
  });
  expect(rebound.statusCode).toBe(403);
  expect((await fetch(`${baton.url}/mcp`, { headers: key })).status).toBe(405);
});

test('a pipeline that may come to what its user may not call is started, and says so', async () => {
  const { status } = await baton.request('POST', '/api/v1/pipelines', {
    name: 'asks-first',
    nodes: [
      { id: 'ask', kind: 'approval', show: 'it' },
      { id: 'all', kind: 'tool', tool: 'get_portfolio' },
    ],
    edges: [{ from: 'ask', to: 'all' }],
  });
  expect(status).toBe(201);
  await baton.request('PUT', '/api/v1/users/thrifty', { plan: 'free' });
  const client = await connect({ 'x-baton-user': 'thrifty' });
  const call = {
    name: 'run_asks-first',
    arguments: {},
    _meta: { 'baton/idempotency-key': 'asks-once' },
  };
  const first = await client.callTool(call);
  expect(first).toMatchObject({
    isError: false,
    structuredContent: {
      status: 'waiting',
      warnings: [
        {
          path: 'nodes.all',
          message: expect.stringMatching(
            /^get_portfolio needs the plan "pro".* reaches that node$/,
          ),
          fix: expect.stringContaining('baton user thrifty --plan pro'),
        },
      ],
    },
  });
  expect(await client.callTool(call)).toEqual(first);
});
