import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import { callHash } from '../../../activities/tool-kit/agent-asking.ts';
import { apiKey, startGateway } from '../gateway/support/gateway.ts';
import type { Gateway } from '../gateway/support/gateway.ts';

let baton: Gateway;

beforeAll(async () => {
  baton = await startGateway({
    environment: {
      BATON_MODELS: 'demo:trend',
      BATON_MARKET_SOURCES: 'sample',
      BATON_MARKET_BARS_PER_MINUTE: '120',
    },
    queues: ['workflows', 'models', 'tools', 'memory'],
  });
}, 60_000);
afterAll(() => baton?.stop());

const allow = { sideEffects: { policy: 'allow' } };

/** Each test has a user of its own, and with it the limits of one. */
let user = '';
beforeEach(({ task }) => {
  user = `user-${task.id}`;
});
/** What still waits would hold the replay for the next test. */
afterEach(async () => {
  const { items } = await get('approvals?status=pending&limit=100');
  for (const { id } of items) await decide(id, 'reject');
});
const call = (name: string, args: object, more: object = {}, headers = {}) =>
  baton.request('POST', `/api/v1/tools/${name}`, { args, user, ...more }, headers);
const get = async (path: string) => (await baton.request('GET', `/api/v1/${path}`)).body;
const decide = (id: string, decision: 'approve' | 'reject') =>
  baton.request('POST', `/api/v1/approvals/${id}`, { decision });

async function order(quantity: number, more: object = {}) {
  const { body } = await call('get_price', { symbol: 'SPX' });
  const { price } = body.output;
  return { symbol: 'SPX', side: 'buy', quantity, referencePrice: price, ...more };
}

const moment = async (): Promise<string> =>
  (await call('get_price', { symbol: 'SPX' })).body.output.asOf;

const quantitiesOrdered = async () =>
  (await get(`account/orders?user=${user}`)).items.map((one: { quantity: string }) =>
    Number(one.quantity),
  );

async function ended(id: string) {
  await baton.client.workflow.getHandle(id).result();
  return get(`runs/${id}`);
}

describe('a tool with a side effect that is called directly', { timeout: 60_000 }, () => {
  it('waits for a person, and does what was approved', async () => {
    const args = await order(2);
    const { status, body } = await call('create_paper_order', args);
    expect(status).toBe(202);
    expect(body).toMatchObject({
      tool: 'create_paper_order',
      status: 'waiting',
      approval: {
        id: expect.any(String),
        hash: callHash('create_paper_order', args),
        link: expect.stringMatching(/^http.*\/runs\/run_/),
      },
    });
    expect(await quantitiesOrdered()).not.toContain(2);
    const approval = await get(`approvals/${body.approval.id}`);
    expect(approval).toMatchObject({ tool: 'create_paper_order', args, status: 'pending' });
    expect(approval.show.reason).toBe('A person must approve this call: sideEffects is ask.');
    await decide(approval.id, 'approve');
    expect(await ended(body.id)).toMatchObject({
      status: 'completed',
      output: { order: { status: 'filled', quantity: 2 } },
    });
  });

  it('sent again under its key asks no second time, and has the answer once there is one', async () => {
    const key = { 'idempotency-key': 'order-3' };
    const args = await order(3);
    const first = await call('create_paper_order', args, {}, key);
    const again = await call('create_paper_order', args, {}, key);
    expect(again.status).toBe(202);
    expect(again.body).toEqual(first.body);
    await decide(first.body.approval.id, 'approve');
    await ended(first.body.id);
    const answered = await call('create_paper_order', args, {}, key);
    expect(answered).toMatchObject({ status: 200, body: { output: { order: { quantity: 3 } } } });
    expect((await quantitiesOrdered()).filter((quantity: number) => quantity === 3)).toHaveLength(
      1,
    );
  });

  it('is refused to whoever asks again where a person declined it', async () => {
    const key = { 'idempotency-key': 'order-4' };
    const args = await order(4);
    const { body } = await call('create_paper_order', args, {}, key);
    await decide(body.approval.id, 'reject');
    await expect.poll(async () => (await get(`runs/${body.id}`)).status).toBe('failed');
    const answered = await call('create_paper_order', args, {}, key);
    expect(answered).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('rejected') },
    });
    expect(await quantitiesOrdered()).not.toContain(4);
  });

  it('is carried out at once where the caller says so', async () => {
    const { status, body } = await call('create_paper_order', await order(5), allow);
    expect(status).toBe(200);
    expect(body.output).toMatchObject({ order: { status: 'filled', quantity: 5 } });
  });

  it('only checks, cancels and reduces without asking', async () => {
    const check = await call('create_paper_order', await order(6, { checkOnly: true }));
    expect(check).toMatchObject({ status: 200, body: { output: { wouldBeTaken: true } } });
    await call('create_paper_order', await order(8), allow);
    const sale = await call('create_paper_order', await order(7, { side: 'sell' }));
    expect(sale).toMatchObject({ status: 200, body: { output: { order: { status: 'filled' } } } });
    const limit = await order(9, { type: 'limit' });
    const limitPrice = Math.round(limit.referencePrice / 2);
    const waits = await call('create_paper_order', { ...limit, limitPrice }, allow);
    const { clientOrderId } = waits.body.output.order;
    const cancelled = await call('cancel_paper_order', { clientOrderId });
    expect(cancelled).toMatchObject({ status: 200, body: { output: { canceled: true } } });
  });

  it('asks before it cancels what protects a position', async () => {
    const { referencePrice, ...asked } = await order(2);
    const stopLoss = Math.round(referencePrice * 0.7);
    await call('create_paper_order', { ...asked, referencePrice, stopLoss }, allow);
    const { items } = await get(`account/orders?user=${user}`);
    const { id } = items.find((one: { leg: string }) => one.leg === 'stop');
    expect((await call('cancel_paper_order', { clientOrderId: id })).status).toBe(202);
  });

  it('that sells more than is held waits for a person', async () => {
    await call('create_paper_order', await order(2), allow);
    const sale = await call('create_paper_order', await order(3, { side: 'sell' }));
    expect(sale.status).toBe(202);
    expect(await quantitiesOrdered()).toEqual([2]);
  });

  it('is answered while another order holds the replay, and fills once that is decided', async () => {
    const { body: waits } = await call('create_paper_order', await order(2));
    // The clock of the market hears of the approval a moment later: two bars a second come until then.
    let last = '';
    const standsStill = async () => last === (last = await moment());
    await expect.poll(standsStill, { interval: 1_500 }).toBe(true);
    const { status, body } = await call('create_paper_order', await order(3), allow);
    expect(status).toBe(200);
    expect(body.output).toMatchObject({
      order: { status: 'accepted' },
      fill: null,
      notice: expect.stringContaining('The replay is paused for at most'),
    });
    await decide(waits.approval.id, 'reject');
    const { clientOrderId } = body.output.order;
    const placed = async () => (await get(`account/orders/${clientOrderId}?user=${user}`)).status;
    await expect.poll(placed).toBe('filled');
  });

  it('that would be denied is refused before a person is asked', async () => {
    const { items: before } = await get('approvals?limit=100');
    const { status, body } = await call('create_paper_order', await order(1_000_000));
    expect(status).toBe(403);
    expect(body.detail).toContain('above the limit');
    expect((await get('approvals?limit=100')).items).toHaveLength(before.length);
  });

  it('takes its arguments as they are written: they are no expressions', async () => {
    const { body: price } = await call('get_price', { symbol: 'SPX' });
    const far = price.output.price * 10;
    const note = 'over {{ 1 + 1 }}';
    const args = { symbol: 'SPX', comparison: '>=', price: far, note };
    const { status, body } = await call('create_alert', args);
    expect(status).toBe(202);
    expect(await get(`approvals/${body.approval.id}`)).toMatchObject({ args: { note } });
  });

  it('asks by its node too, where a run is that node alone', async () => {
    const node = { id: 'buy', kind: 'tool', tool: 'create_paper_order', args: await order(11) };
    const run = { document: { name: 'lone-order', nodes: [node] }, input: {}, user };
    const { body } = await baton.request('POST', '/api/v1/runs', run);
    await expect.poll(async () => (await get(`runs/${body.id}`)).status).toBe('waiting');
    const { items } = await get(`approvals?runId=${body.id}`);
    expect(items).toMatchObject([
      {
        show: {
          reason: expect.stringMatching(
            /^No approval in the pipeline is for exactly this call\. To be asked only once, /,
          ),
        },
        args: { quantity: 11 },
      },
    ]);
    await decide(items[0].id, 'approve');
    expect(await ended(body.id)).toMatchObject({ status: 'completed' });
  });

  it('tells an MCP client where it is approved, unless whoever set the client up allows it', async () => {
    const asked = await callByMcp(await order(12));
    expect(asked).toMatchObject({
      status: 'waiting',
      approval: { id: expect.any(String), hash: expect.any(String), link: expect.any(String) },
      next: expect.stringContaining('get_run'),
    });
    await decide(asked.approval.id, 'reject');
    const allowed = await callByMcp(await order(13), { 'x-baton-side-effects': 'allow' });
    expect(allowed).toMatchObject({ order: { quantity: 13, status: 'filled' } });
    expect(await quantitiesOrdered()).not.toContain(12);
  });
});

async function callByMcp(args: object, headers: Record<string, string> = {}) {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baton.url), {
    requestInit: {
      headers: { authorization: `Bearer ${apiKey}`, 'x-baton-user': user, ...headers },
    },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  const name = 'create_paper_order';
  const { structuredContent } = await client.callTool({ name, arguments: { ...args } });
  return structuredContent as Record<string, any>;
}
