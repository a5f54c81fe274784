import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/support/gateway.ts';
import type { Gateway } from '../gateway/support/gateway.ts';

let baton: Gateway;

beforeAll(async () => {
  baton = await startGateway({
    environment: {
      BATON_MODELS: 'demo:trend',
      BATON_PLAN: 'pro',
      BATON_MARKET_SOURCES: 'sample',
      BATON_MARKET_BARS_PER_MINUTE: '600',
    },
    queues: ['models', 'tools'],
  });
});
afterAll(() => baton?.stop());

/** Who decides on side effects, where nobody is to be asked. */
const sideEffects = { policy: 'allow' };

const call = (name: string, args: object, headers = {}) =>
  baton.request('POST', `/api/v1/tools/${name}`, { args, sideEffects }, headers);

const order = async (quantity: number) => {
  const { body } = await call('get_price', { symbol: 'SPX' });
  return { symbol: 'SPX', side: 'buy', quantity, referencePrice: body.output.price };
};

describe('POST /api/v1/tools/:name', () => {
  it('gives what the tool gives, and how long it took', async () => {
    const { status, body } = await call('get_price', { symbol: 'SPX' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ tool: 'get_price', output: { symbol: 'SPX' } });
    expect(body.metadata.executionMs).toBeGreaterThanOrEqual(0);
  });

  it('is an activity of the queue of tools, whose history holds no arguments', async () => {
    const { body } = await call('get_price', { symbol: 'SPX' });
    const activity = await baton.client.activity
      .getHandle(body.id)
      .describe({ includeInput: true });
    expect(activity).toMatchObject({ activityType: 'callTool', taskQueue: 'baton-tools' });
    expect(await activity.getInput()).toEqual([{ callId: body.id }]);
  });

  it('refuses arguments that do not fit, with the place of each', async () => {
    const { status, body } = await call('get_ohlcv', { symbol: 'SPX', limit: 'many' });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      {
        path: 'args.limit',
        message: 'must be a number, not text, got "many"',
        fix: 'write a number (described as: How many bars, at most 500)',
      },
    ]);
  });

  it('says of a tool that lacks its key what is to be set', async () => {
    const { status, body } = await call('get_fundamentals', { symbol: 'AAPL' });
    expect({ status, body }).toMatchObject({
      status: 503,
      body: {
        type: 'urn:baton:problem:tool-not-set-up',
        code: 'EXECUTION_ERROR',
        detail: expect.stringMatching(/^get_fundamentals is not set up: set FMP_API_KEY/),
      },
    });
  });

  it('refuses what the tool itself finds wrong, and says what to do', async () => {
    const { status, body } = await call('get_price', { symbol: 'NOT A SYMBOL' });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      type: 'urn:baton:problem:impossible-call',
      code: 'EXECUTION_ERROR',
      metadata: { executionMs: expect.any(Number), cached: false },
    });
    expect(body.detail).toMatch(/NOT A SYMBOL/);
  });

  it('distinguishes not found, not allowed, and failures of another system', async () => {
    const backwards = { symbol: 'SPX', timeframe: '1d', from: '2012-02-01', to: '2012-01-01' };
    expect((await call('get_ohlcv', backwards)).status).toBe(422);
    const secret = { url: 'http://127.0.0.1/' };
    expect((await call('http_get', secret)).status).toBe(403);
    const unknown = { clientOrderId: 'a'.repeat(64) };
    expect((await call('cancel_paper_order', unknown)).status).toBe(422);
    await baton.request('PUT', '/api/v1/account/kill-switch', { on: true });
    const stopped = await call('create_paper_order', await order(1));
    await baton.request('PUT', '/api/v1/account/kill-switch', { on: false });
    expect(stopped).toMatchObject({
      status: 403,
      body: { type: 'urn:baton:problem:forbidden', code: 'EXECUTION_ERROR' },
    });
  });

  it('knows no other tools, and names the nearest one', async () => {
    const { status, body } = await call('get_prise', {});
    expect(status).toBe(404);
    expect(body.detail).toContain('get_price');
  });

  it('waits until an order is filled', async () => {
    const { status, body } = await call('create_paper_order', await order(1));
    expect(status).toBe(200);
    expect(body.output).toMatchObject({ order: { status: 'filled', quantity: 1 } });
  });

  it('carries out once what is sent twice under one key', async () => {
    const key = { 'idempotency-key': 'order-1' };
    const wanted = await order(2);
    const [one, other] = await Promise.all([
      call('create_paper_order', wanted, key),
      call('create_paper_order', wanted, key),
    ]);
    expect(one.body.output.order.clientOrderId).toBe(other.body.output.order.clientOrderId);
    const different = await call('create_paper_order', { ...wanted, quantity: 3 }, key);
    expect(different.status).toBe(422);
  });

  it('checks risks as in a run', async () => {
    const { status, body } = await call('create_paper_order', await order(1_000_000));
    expect(status).toBe(403);
    expect(body.detail).toContain('above the limit');
  });

  it('puts every attempt into the audit log, answered or refused, with its code and time', async () => {
    const { body: refused } = await call('get_ohlcv', { symbol: 'SPX', limit: 'many' });
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      metadata: { executionMs: expect.any(Number), cached: false },
    });
    await call('get_no_such_thing', {});
    const kept = async (query: string) =>
      (await baton.request('GET', `/api/v1/audit?${query}`)).body.items;
    await expect
      .poll(() => kept('tool=get_no_such_thing'), { timeout: 5_000 })
      .toMatchObject([{ code: 'TOOL_NOT_FOUND', version: null, user: 'local' }]);
    expect(await kept('tool=get_ohlcv&code=VALIDATION_ERROR')).not.toEqual([]);
    const orders = await kept('tool=create_paper_order&outcome=completed');
    expect(orders[0]).toMatchObject({ sideEffect: true, args: { symbol: 'SPX', side: 'buy' } });
  });

  it('tells what is left of the limits, without counting that', async () => {
    const quota = async () =>
      (await baton.request('GET', '/api/v1/tools/get_indicators/quota?user=alice')).body;
    const before = await quota();
    expect(before).toMatchObject({ tool: 'get_indicators', user: 'alice' });
    expect(before.windows).toEqual([{ window: 'minute', limit: 30, remaining: 30, resetAt: null }]);
    await baton.request('POST', '/api/v1/tools/get_indicators', {
      args: { symbol: 'SPX' },
      user: 'alice',
    });
    await quota();
    const after = await quota();
    expect(after.windows).toMatchObject([{ remaining: 29 }]);
    expect(Date.parse(after.windows[0].resetAt)).toBeGreaterThan(Date.now());
  });

  it('holds a user to the plan, the tools and the switch that are set for the user', async () => {
    const as = (user: string, name: string, args: object) =>
      baton.request('POST', `/api/v1/tools/${name}`, { args, user, sideEffects });
    await baton.request('PUT', '/api/v1/users/carol', { plan: 'free', deniedTools: ['http_get'] });
    await baton.request('PUT', '/api/v1/users/dave', { plan: 'premium', aiTrading: false });
    const plan = await as('carol', 'get_portfolio', {});
    expect(plan).toMatchObject({ status: 403, body: { code: 'PLAN_REQUIRED' } });
    expect(plan.body.detail).toMatch(/user carol has "free".*baton user carol --plan pro/);
    const denied = await as('carol', 'http_get', { url: 'https://example.com' });
    expect(denied).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } });
    const off = await as('dave', 'create_paper_order', await order(1));
    expect(off.body).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(off.body.detail).toContain('baton user dave --ai-trading on');
    await baton.request('PUT', '/api/v1/users/dave', { plan: 'premium', aiTrading: true });
    expect((await as('dave', 'create_paper_order', await order(1))).status).toBe(200);
  });

  it('shows a list at once as it was changed, by whichever way', async () => {
    const followed = async () => {
      const { body } = await call('get_watchlist', {});
      return body.output.items.map(({ symbol }: { symbol: string }) => symbol);
    };
    expect(await followed()).toEqual([]);
    const { status, body } = await baton.request('POST', '/api/v1/watchlist', { symbol: 'spx' });
    expect([status, body.items]).toMatchObject([200, [{ symbol: 'SPX' }]]);
    expect(await followed()).toEqual(['SPX']);
    await baton.request('DELETE', '/api/v1/watchlist/SPX');
    expect(await followed()).toEqual([]);
    await call('add_to_watchlist', { symbol: 'SPX' });
    expect((await baton.request('GET', '/api/v1/watchlist')).body.items).toHaveLength(1);
    await baton.request('DELETE', '/api/v1/watchlist/SPX');
  });

  it('refuses to follow an unknown instrument, with similar ones', async () => {
    for (const [path, more] of [
      ['watchlist', {}],
      ['alerts', { comparison: '>=', price: 1 }],
    ] as const) {
      const asked = { symbol: 'SPXX', ...more };
      const { status, body } = await baton.request('POST', `/api/v1/${path}`, asked);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([
        { path: 'symbol', message: expect.stringMatching(/SPXX.*SPX/) },
      ]);
    }
    const gates = { gates: { symbols: ['SPX', 'SPXX'] } };
    const { body } = await baton.request('PUT', '/api/v1/account/gates', gates);
    expect(body.errors).toMatchObject([{ path: 'gates.symbols[1]' }]);
  });

  it('tells which tools the plan includes', async () => {
    const { body } = await baton.request('GET', '/api/v1/tools');
    const isAvailable = (name: string) =>
      body.items.find((tool: { name: string }) => tool.name === name).available;
    expect(isAvailable('get_portfolio')).toBe(true);
  });
});

describe('with a plan that does not include a tool', () => {
  let free: Gateway;
  beforeAll(async () => {
    free = await startGateway({
      environment: { BATON_MODELS: 'demo:trend', BATON_PLAN: 'free' },
      queues: ['models', 'tools'],
    });
  });
  afterAll(() => free?.stop());

  it('a call is refused with the plan that is needed', async () => {
    const { status, body } = await free.request('POST', '/api/v1/tools/get_portfolio', {});
    expect(status).toBe(403);
    expect(body.type).toBe('urn:baton:problem:plan-required');
    expect(body.detail).toContain('BATON_PLAN=pro');
  });
});
