import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/support/gateway.ts';
import type { Gateway } from '../gateway/support/gateway.ts';

let baton: Gateway;

beforeAll(async () => {
  baton = await startGateway({
    environment: {
      BATON_MODELS: 'demo:trend',
      BATON_PLAN: 'pro',
      BATON_MARKET_BARS_PER_MINUTE: '600',
    },
    queues: ['models', 'tools'],
  });
});
afterAll(() => baton?.stop());

const call = (name: string, args: object, headers = {}) =>
  baton.request('POST', `/api/v1/tools/${name}`, { args }, headers);

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
    expect(body.errors).toMatchObject([{ path: 'args.limit' }]);
  });

  it('refuses what the tool itself finds wrong, and says what to do', async () => {
    const { status, body } = await call('get_price', { symbol: 'NOT A SYMBOL' });
    expect(status).toBe(502);
    expect(body.type).toBe('urn:baton:problem:tool-failed');
    expect(body.detail).toMatch(/NOT A SYMBOL/);
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
    expect(status).toBe(502);
    expect(body.detail).toContain('above the limit');
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
