import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiKey, startGateway } from '../../api/gateway/support/gateway.ts';
import type { Gateway } from '../../api/gateway/support/gateway.ts';
import { unreachable } from '../../api/support/fake-temporal.ts';
import { openTestServer, startCommand } from './support.ts';

describe('baton tools', () => {
  let server: Gateway;
  beforeAll(async () => {
    server = await startGateway({
      environment: {
        BATON_MODELS: 'demo:trend',
        BATON_PLAN: 'pro',
        BATON_MARKET_SOURCES: 'sample',
      },
      queues: ['models', 'tools'],
    });
  });
  afterAll(() => server.stop());

  const baton = (...words: string[]) => {
    const env = { BATON_URL: server.url, BATON_API_KEY: apiKey };
    return startCommand(['tools', ...words], { env }).ended;
  };
  /** The words of the row of a tool. */
  const rowOf = (output: string, name: string) =>
    output
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(/ {2,}/);

  test('lists each with its category, its plan, and what it lacks', async () => {
    const { code, output } = await baton();
    expect(code).toBe(0);
    expect(output.split('\n')[0]).toMatch(/^NAME +CATEGORY +PLAN +STATUS$/);
    expect(rowOf(output, 'get_price')).toEqual(['get_price', 'market', 'free', 'available']);
    expect(rowOf(output, 'get_fundamentals')?.[3]).toMatch(/^is not set up: set FMP_API_KEY/);
  });

  test('says why a user may not call one', async () => {
    await server.request('PUT', '/api/v1/users/ada', { plan: 'free', deniedTools: ['http_get'] });
    const { output } = await baton('--user', 'ada');
    expect(rowOf(output, 'create_paper_order')?.[3]).toBe(
      'needs the plan "pro"; the current plan is "free"',
    );
    expect(rowOf(output, 'http_get')?.[3]).toBe('is denied for user ada');
    const { output: one } = await baton('create_paper_order', '-u', 'ada');
    expect(one).toContain('baton user ada --plan pro');
  });

  test('shows one: arguments, example, and what is left of its limits', async () => {
    const call = { args: { symbol: 'SPX' }, user: 'ada' };
    await server.request('POST', '/api/v1/tools/get_indicators', call);
    const { code, output } = await baton('get_indicators', '--user', 'ada');
    expect(code).toBe(0);
    expect(output).toMatch(/^get_indicators@1\n/);
    expect(output).toMatch(/\n {2}state +available\n/);
    expect(output).toMatch(/\nArguments\n {2}symbol +string +optional +The instrument/);
    expect(output).toMatch(/\nExample\n {2}\{"symbol":/);
    expect(output).toMatch(
      /\nLimits\n {2}minute +29 of 30 left, resets at (?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d UTC$/,
    );
  });

  test('prints JSON where that is asked for', async () => {
    const { items } = JSON.parse((await baton('--json')).output);
    expect(items.map(({ name }: { name: string }) => name)).toContain('get_price');
    expect(JSON.parse((await baton('get_price', '--json')).output)).toMatchObject({
      id: 'get_price@1',
      parameters: { required: ['symbol'] },
      quota: { user: 'local', windows: expect.any(Array) },
    });
  });

  test('suggests the nearest tool for one that does not exist', async () => {
    const { code, warnings } = await baton('get_prise');
    expect(code).toBe(1);
    expect(warnings).toContain('Tool "get_prise" not found. Did you mean get_price?');
  });
});

test('baton tools takes what stands in the way from the server, with one request', async () => {
  const gap = { message: 'is closed until Monday', fix: 'come back on Monday' };
  const closed = {
    id: 'place_order@1',
    name: 'place_order',
    version: 1,
    versions: [1],
    description: 'Places an order',
    category: 'trading',
    plan: 'free',
    rateLimit: {},
    parameters: { type: 'object' },
    sideEffect: true,
    available: false,
    gap,
  };
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    const list = { items: [closed], nextCursor: null, problems: [], mcpServers: [] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(list));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { BATON_URL: `http://127.0.0.1:${port}`, BATON_API_KEY: apiKey };
  const { output } = await startCommand(['tools', '--user', 'ada'], { env }).ended;
  expect(output).toContain('is closed until Monday');
  expect(asked).toEqual(['/api/v1/tools?user=ada']);
});

test('baton tools shows one without what is left of its limits, where nobody can say', async () => {
  const server = await openTestServer();
  onTestFinished(() => server.close());
  server.temporal.failure = unreachable;
  const { code, output, warnings } = await server.baton('tools', 'get_price').ended;
  expect(code).toBe(0);
  expect(output).toMatch(/\nLimits\n {2}minute +\d+$/);
  expect(warnings).toContain('The remaining calls are unknown.');
});
