import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExchanges } from '../../../../activities/trading/exchange/exchanges.ts';
import { gatesOf } from '../../../../activities/trading/exchange/settings.ts';
import { paperAccountId } from '../../../../contracts/trading/orders.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { publishGates } from '../../../../db/trading/terms.ts';
import { scriptedAccount } from '../../../activities/trading/exchange/scripted-account.ts';
import type { Script } from '../../../activities/trading/exchange/scripted-market.ts';
import { openTestApp } from '../../support/app.ts';
import type { TestApp } from '../../support/app.ts';
import { openTestDatabase } from '../../../support/databases.ts';

const still: Script = [100, 100, 100, 100];
let test: TestApp;
let database: OpenDatabase;
let scripted: ReturnType<typeof scriptedAccount>;
let exchanges: ReturnType<typeof createExchanges>;

beforeAll(async () => {
  database = await openTestDatabase();
  test = await openTestApp({ database });
  const { db } = database;
  scripted = scriptedAccount(db, [still, still, still]);
  const { market, settings } = scripted;
  exchanges = createExchanges({ db, market, settings });
  await publishGates(db, paperAccountId, gatesOf(settings));
});
afterAll(() => test.close());

const put = (path: string, payload: object) => test.ask('PUT', `/api/v1${path}`, { payload });
const account = (path: string) => test.get(`/api/v1/account${path}`);
const limit = { type: 'limit', limitPrice: 97 } as const;

/** An order that works, of a user and on one of the user's accounts. */
async function place(name: string, user: string, of?: string): Promise<string> {
  const { clientOrderId } = await (
    await exchanges.of(user, of)
  ).placeOrder(scripted.request(name, limit));
  return clientOrderId;
}

describe('accounts', () => {
  it('are the own one, and the desk accounts of a member', async () => {
    const listed = async (query = '') => (await test.get(`/api/v1/accounts${query}`)).body.items;
    const own = { id: 'paper', name: 'local', kind: 'own', members: ['local'] };
    expect(await listed()).toEqual([own]);
    expect(await listed('?user=app')).toEqual([own]);
    const anns = { id: 'paper:ann', name: 'ann', kind: 'own', members: ['ann'] };
    expect(await listed('?user=ann')).toEqual([anns]);

    const members = ['ann', 'bob', 'app', 'ann'];
    const opened = await put('/accounts/macro', { name: 'Macro desk', members });
    const desk = {
      id: 'macro',
      name: 'Macro desk',
      kind: 'desk',
      members: ['ann', 'bob', 'local'],
    };
    expect([opened.status, opened.body]).toEqual([200, desk]);
    expect(await listed('?user=ann')).toEqual([anns, desk]);
    expect(await listed()).toEqual([own, desk]);
    expect(await listed('?user=eve')).toHaveLength(1);
  });

  it('are changed by a member or an admin alone, on record', async () => {
    await put('/accounts/rates?user=ann', { members: ['ann'] });
    const refused = await put('/accounts/rates?user=eve', { members: ['eve'] });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({
      detail:
        'eve has no account rates. A member of a desk account, or an admin, can add eve to it.',
      help: { request: 'PUT /api/v1/accounts/{id}' },
    });
    await put('/accounts/rates?user=ann', { members: ['ann', 'bob'], reason: 'bob is back' });
    const { body } = await put('/accounts/rates', { members: ['bob'] });
    expect(body).toMatchObject({ name: 'rates', members: ['bob'] });
    expect((await account('/changes?account=rates&user=ann')).status).toBe(404);
    const changes = await account('/changes?account=rates&user=bob');
    expect(changes.body.items).toMatchObject([
      { kind: 'members', by: 'operator', before: ['ann', 'bob'], after: ['bob'] },
      {
        kind: 'members',
        by: 'operator for ann',
        before: ['ann'],
        after: ['ann', 'bob'],
        reason: 'bob is back',
      },
      { kind: 'members', by: 'operator for ann', before: [], after: ['ann'] },
    ]);
  });

  it.each(['paper', 'paper:ann', 'Macro', '1st', 'a_b'])('cannot be opened as %j', async (id) => {
    const { status } = await put(`/accounts/${encodeURIComponent(id)}`, { members: ['ann'] });
    expect(status).toBe(422);
  });

  it('are not opened without members', async () => {
    expect((await put('/accounts/empty', { members: [] })).status).toBe(422);
  });
});

describe('the orders of an account', () => {
  it('are seen and canceled by its user alone', async () => {
    const [hers, his] = [await place('hers', 'ann'), await place('his', 'bob')];
    const ids = async (query: string) =>
      (await account(`/orders${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await ids('?user=ann')).toEqual([hers]);
    expect(await ids('?user=bob')).toEqual([his]);
    expect(await ids('')).toEqual([]);

    const path = `/api/v1/account/orders/${encodeURIComponent(hers)}`;
    for (const query of ['?user=bob', '', '?user=bob&account=paper:ann']) {
      expect((await test.get(`${path}${query}`)).status).toBe(404);
      expect((await test.post(`${path}/cancel${query}`, {})).status).toBe(404);
    }
    const seen = await test.get(`${path}?user=ann&account=paper:ann`);
    expect(seen.body).toMatchObject({ id: hers, status: 'accepted' });
    const canceled = await test.post(`${path}/cancel?user=ann`, {});
    expect(canceled.body).toMatchObject({
      status: 'pending_cancel',
      reason: 'cancelled by operator for ann',
    });
  });

  it('of a desk are seen and canceled by its members', async () => {
    await put('/accounts/shared', { members: ['ann', 'bob'] });
    const id = await place('shared', 'ann', 'shared');
    const path = `/api/v1/account/orders/${encodeURIComponent(id)}`;
    expect((await test.get(`${path}?user=ann`)).status).toBe(404);
    expect((await test.get(`${path}?user=eve&account=shared`)).status).toBe(404);
    const { body } = await test.post(`${path}/cancel?user=bob&account=shared`, {});
    expect(body).toMatchObject({ id, status: 'pending_cancel' });
  });
});

describe('the kill switch of every account', () => {
  const everyAccount = true;
  const at = async (user: string) => (await account(`/kill-switch?user=${user}`)).body;

  it('is for an admin alone, in their own name', async () => {
    const turn = { on: true, everyAccount };
    expect((await put('/account/kill-switch?user=ann', turn)).status).toBe(403);
    expect(await at('ann')).toMatchObject({ on: false, everyAccount: false });
  });

  it('stops all accounts, also those that are opened later, and leaves each its own switch', async () => {
    const first = await place('first', 'gil');
    await put('/account/kill-switch?user=hal', { on: true });
    const stopped = { on: true, everyAccount, by: 'operator', reason: 'a bad feed' };
    const { body } = await put('/account/kill-switch', {
      on: true,
      everyAccount,
      reason: 'a bad feed',
    });
    expect(body).toMatchObject({ ...stopped, canceled: expect.any(Number) });
    const order = await account(`/orders/${encodeURIComponent(first)}?user=gil`);
    expect(order.body).toMatchObject({ status: 'pending_cancel' });
    expect(await at('gil')).toMatchObject(stopped);
    const denied = await place('late', 'ivy');
    const late = await account(`/orders/${encodeURIComponent(denied)}?user=ivy`);
    expect(late.body).toMatchObject({
      status: 'denied',
      reason: expect.stringMatching(/^kill switch: /),
    });
    const { items } = (await account('/changes?user=ivy')).body;
    expect(items[0]).toMatchObject({ kind: 'kill-switch', everyAccount, after: true });

    // The switch of one account does not lift that of all.
    expect((await put('/account/kill-switch?user=gil', { on: false })).body.on).toBe(true);
    await put('/account/kill-switch', { on: false, everyAccount });
    expect(await at('gil')).toMatchObject({ on: false, everyAccount: false });
    expect(await at('hal')).toMatchObject({
      on: true,
      everyAccount: false,
      by: 'operator for hal',
    });
    const taken = await place('after', 'ivy');
    const after = await account(`/orders/${encodeURIComponent(taken)}?user=ivy`);
    expect(after.body).toMatchObject({ status: 'accepted' });
  });
});

describe('every route of an account', () => {
  const reads = ['', '/fills', '/equity', '/orders', '/gates', '/kill-switch', '/changes'];

  it.each(reads)('knows no account of another user: GET /account%s', async (path) => {
    expect((await account(`${path}?user=ann`)).status).toBe(200);
    for (const of of ['paper', 'paper:bob', 'nothing-there']) {
      const { status, body } = await account(`${path}?user=ann&account=${of}`);
      expect([status, body.detail]).toEqual([
        404,
        `ann has no account ${of}. A member of a desk account, or an admin, can add ann to it.`,
      ]);
    }
  });

  it('has the sums, the gates and the kill switch of one account', async () => {
    await place('zoes', 'zoe');
    expect((await account('?user=zoe')).body).toMatchObject({
      id: 'paper:zoe',
      deposited: '10000',
      reserved: expect.not.stringMatching(/^0$/),
    });
    expect((await account('?user=yan')).body).toMatchObject({ id: 'paper:yan', openedAt: null });

    const gates = { gates: { orderNotional: 250 } };
    expect((await put('/account/gates?user=zoe', gates)).body).toMatchObject({
      gates: { orderNotional: 250 },
      defaults: { orderNotional: 100_000 },
    });
    expect((await account('/gates?user=yan')).body.gates.orderNotional).toBe(100_000);

    const { body } = await put('/account/kill-switch?user=zoe', { on: true });
    expect(body).toMatchObject({ on: true, by: 'operator for zoe', canceled: 1 });
    expect((await account('/kill-switch?user=yan')).body).toMatchObject({ on: false, by: null });
    expect((await account('/kill-switch')).body.on).toBe(false);
    expect(
      (await put('/account/kill-switch?user=eve&account=paper:zoe', { on: false })).status,
    ).toBe(404);
    expect((await account('/kill-switch?user=zoe')).body.on).toBe(true);
  });
});
