import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatesOf } from '../../../../activities/trading/exchange/settings.ts';
import { paperAccountId } from '../../../../contracts/trading/orders.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { publishGates } from '../../../../db/trading/terms.ts';
import { scriptedAccount } from '../../../activities/trading/exchange/scripted-account.ts';
import type { Script } from '../../../activities/trading/exchange/scripted-market.ts';
import { openTestApp } from '../../support/app.ts';
import type { TestApp } from '../../support/app.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { anInstrument } from '../../../support/trading/instruments.ts';
import { instrumentRepository } from '../../../../db/trading/instruments.ts';

const still: Script = [100, 100, 100, 100];
let test: TestApp;
let database: OpenDatabase;
let paper: ReturnType<typeof scriptedAccount>;

beforeAll(async () => {
  database = await openTestDatabase();
  test = await openTestApp({ database });
  const script: Script[] = [
    still,
    [100, 100, 100, 100, 60],
    [102, 102, 102, 102, 60],
    [104, 105, 103, 104],
  ];
  paper = scriptedAccount(database.db, script, { settings: { accountId: paperAccountId } });
});
afterAll(() => test.close());

const abc = anInstrument({ id: 'TEST:ABC' });
const account = (path: string) => test.get(`/api/v1/account${path}`);
const change = (path: string, payload: object) =>
  test.ask('PUT', `/api/v1/account${path}`, { payload });

describe('orders', () => {
  it('are shown with their fills, in one and each, and with what has happened to them', async () => {
    await paper.place('a', { quantity: 12 });
    paper.pass(2);
    await paper.exchange.tick();
    const { body } = await account(`/orders/${encodeURIComponent(paper.id('a'))}`);
    expect(body).toMatchObject({
      status: 'filled',
      quantity: '12',
      filledQuantity: '12',
      type: 'market',
      timeInForce: 'gtc',
      leg: 'entry',
      limitPrice: null,
      fill: { price: '101', quantity: '12', fee: '12.12', liquidity: 'taker' },
      fills: [
        { price: '100', quantity: '6', marketTime: '2020-01-06T01:00:00.000Z' },
        { price: '102', quantity: '6', marketTime: '2020-01-06T02:00:00.000Z' },
      ],
    });
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'submitted',
      'accepted',
      'filled',
      'filled',
    ]);
    const { body: list } = await account('/orders');
    expect(list.items).toHaveLength(1);
    expect((await account('/fills')).body.items).toHaveLength(2);
    expect((await account('/orders/nothing')).status).toBe(404);
  });

  it('are canceled: asked for at once, and done with the next look at the market', async () => {
    await paper.place('b', { type: 'limit', limitPrice: 99 });
    expect((await account('/orders?status=open')).body.items).toMatchObject([
      { id: paper.id('b'), status: 'accepted', limitPrice: '99' },
    ]);
    const path = `/api/v1/account/orders/${encodeURIComponent(paper.id('b'))}/cancel`;
    const { body } = await test.post(path, { reason: 'the plan has changed' });
    expect(body).toMatchObject({ status: 'pending_cancel', reason: 'the plan has changed' });
    await paper.exchange.tick();
    expect((await account('/orders?status=open')).body.items).toEqual([]);
    expect((await test.post(path, {})).body).toMatchObject({ status: 'canceled' });
    expect((await test.post('/api/v1/account/orders/nothing/cancel', {})).status).toBe(404);
  });

  it('that were denied were placed and never accepted', async () => {
    const denied = await paper.place('denied', { quantity: 1_000 });
    expect(denied).toMatchObject({ status: 'denied', acceptedAt: null });
    const path = (name: string) => `/orders/${encodeURIComponent(paper.id(name))}`;
    const { body } = await account(path('denied'));
    expect(body).toMatchObject({ status: 'denied', acceptedAt: null });
    expect(body.placedAt).toBe(body.events[0].at);
    const { body: accepted } = await account(path('a'));
    expect(accepted.acceptedAt).toBe(accepted.placedAt);
    // The newest is first, whether it was accepted or not.
    expect((await account('/orders?limit=1')).body.items).toMatchObject([
      { id: paper.id('denied') },
    ]);
  });

  it('come to a curve of what the account was worth', async () => {
    paper.pass();
    await paper.exchange.tick();
    await paper.exchange.tick();
    const { body } = await account('/equity');
    expect(body.items).toMatchObject([
      { marketTime: '2020-01-06T03:00:00.000Z', equity: '9999.88', unrealizedPnl: '12' },
      {
        marketTime: '2020-01-06T04:00:00.000Z',
        equity: '10023.88',
        unrealizedPnl: '36',
        realizedPnl: '0',
      },
    ]);
    expect((await account('/equity?limit=1')).body.items).toMatchObject([{ equity: '10023.88' }]);
  });
});

describe('gates', () => {
  it('are unknown until a worker has said what it allows', async () => {
    expect((await account('/gates')).body).toMatchObject({
      gates: null,
      defaults: null,
      changes: {},
    });
    await publishGates(database.db, paperAccountId, gatesOf(paper.settings));
    expect((await account('/gates')).body).toMatchObject({
      gates: { orderNotional: 100_000, positionShare: 1, dailyLoss: null, allowShort: true },
      mismatch: null,
    });
  });

  it('are changed at once, with a line in the audit, and taken back', async () => {
    await instrumentRepository(test.database.db).put('ABC', abc);
    const gates = { dailyLoss: 250, timeZone: 'Europe/Berlin', symbols: ['abc'] };
    const { body } = await change('/gates', { gates, reason: 'after the loss' });
    expect(body.gates).toMatchObject({ dailyLoss: 250, symbols: ['TEST:ABC'], openOrders: 50 });
    expect((await change('/gates', { gates: {} })).body.changes).toEqual({});
    const { body: page } = await account('/changes?limit=1');
    expect(page.items).toMatchObject([{ kind: 'gates', by: 'operator', after: {} }]);
    const { body: rest } = await account(`/changes?cursor=${page.nextCursor}`);
    expect(rest).toMatchObject({
      items: [{ by: 'operator', reason: 'after the loss', before: {}, after: { dailyLoss: 250 } }],
      nextCursor: null,
    });
  });

  it('are off where they are null, but for gross exposure', async () => {
    const off = {
      orderNotional: null,
      positionShare: null,
      dailyLoss: null,
      openOrders: null,
      ordersPerMinute: null,
      priceCollarPercent: null,
      symbols: null,
    };
    const { body } = await change('/gates', { gates: off });
    expect(body).toMatchObject({ gates: { ...off, grossExposure: 1 }, changes: off });
    const asked = { quantity: 100, type: 'limit', limitPrice: 150, referencePrice: 104 } as const;
    const order = await paper.place('large', asked);
    expect(order.reason).toMatch(/^gross exposure: positions would be worth 11,648\.00 USD/);
    const small = await paper.place('far', { ...asked, quantity: 50 });
    expect(small.status).toBe('accepted');
    await paper.exchange.cancelOrder(small.clientOrderId, 'done');
    await change('/gates', { gates: {} });
  });

  it('are changed without anybody who looks up what stands in the list already', async () => {
    await instrumentRepository(test.database.db).put('ABC', abc);
    await change('/gates', { gates: { symbols: ['ABC'] } });
    const { body } = await change('/gates', { gates: { symbols: ['TEST:ABC'], dailyLoss: 1 } });
    expect(body.gates).toMatchObject({ symbols: ['TEST:ABC'], dailyLoss: 1 });
    await change('/gates', { gates: {} });
  });

  it.each([
    { timeZone: 'Mars/Olympus' },
    { orderNotional: 0 },
    { grossExposure: null },
    { volumeShare: 1.5 },
    { symbols: [] },
    { allowAnything: true },
  ])('are refused as %j', async (gates) => {
    const { status, body } = await change('/gates', { gates });
    expect(status).toBe(422);
    expect(JSON.stringify(body.errors)).toContain(Object.keys(gates)[0]);
  });
});

describe('the kill switch', () => {
  it('is off, and says who turned it on and why once it is', async () => {
    expect((await account('/kill-switch')).body).toEqual({
      on: false,
      everyAccount: false,
      changedAt: null,
      by: null,
      reason: null,
    });
    await paper.place('c', { type: 'limit', limitPrice: 100, referencePrice: 104 });
    const { body } = await change('/kill-switch', { on: true, reason: 'a bad feed' });
    expect(body).toMatchObject({ on: true, by: 'operator', reason: 'a bad feed', canceled: 1 });
    expect((await account('/kill-switch')).body).toMatchObject({ on: true, by: 'operator' });
    expect(await paper.place('d', { referencePrice: 104 })).toMatchObject({
      status: 'denied',
      reason: expect.stringMatching(/^kill switch:/),
    });
    await change('/kill-switch', { on: false });
    expect(await paper.place('e', { referencePrice: 104 })).toMatchObject({ status: 'accepted' });
  });
});
