import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchanges } from '../../../../activities/trading/exchange/exchanges.ts';
import { createPaperExchange } from '../../../../activities/trading/exchange/paper-exchange.ts';
import type { Services } from '../../../../activities/trading/services.ts';
import { tradingTools } from '../../../../activities/trading/tools/index.ts';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { ownAccountId } from '../../../../contracts/trading/accounts.ts';
import { paperAccountId } from '../../../../contracts/trading/orders.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { changeGates, turnKillSwitch } from '../../../../db/trading/terms.ts';
import { accounts, deskAccounts, orders } from '../../../../db/trading/schema/trading.ts';
import { watchlistRepository } from '../../../../db/trading/watchlist.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { approvalRepository } from '../../../../db/repositories/runs/approvals.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { storedRun } from '../../support/activities.ts';
import { scriptedAccount } from '../exchange/scripted-account.ts';
import type { Script } from '../exchange/scripted-market.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const still: Script = [100, 100, 100, 100];
let count = 0;

/** The tools for several users, each with an account of 10,000 on one market. */
function openTools(script: Script[] = [still, still, still]) {
  const { db } = database;
  const { market, settings, pass } = scriptedAccount(db, script);
  const exchanges = createExchanges({ db, market, settings });
  const tools = createToolExecutor({
    tools: tradingTools.map((tool) => ({ ...tool, rateLimit: {} })),
    services: {
      market,
      exchanges,
      alerts: alertRepository(db),
      watchlist: watchlistRepository(db),
    } as Services,
    terms: { plan: 'pro' },
    switches: { aiTrading: true },
    // Only plans are told apart: who lost the plan may still end an order.
    userTerms: async (user) => ({
      plan: user.startsWith('poor') ? 'free' : 'pro',
      switches: { aiTrading: true },
      allowedTools: null,
      deniedTools: [],
    }),
    rateLimiter: createToolRateLimiter(),
    log: () => undefined,
  });
  count += 1;
  const run = `run-${count}`;
  const call = (user: string, tool: string, args: JsonObject = {}, key = `k${(count += 1)}`) =>
    tools.run({ tool, args, key, runId: run, user, signal: new AbortController().signal });
  return {
    exchanges,
    pass,
    call,
    name: (name: string) => `${name}-${run}`,
    async answer(...asked: Parameters<typeof call>): Promise<JsonObject> {
      const given = await call(...asked);
      if (given.status !== 'completed') throw new Error(given.reason);
      return given.output as JsonObject;
    },
  };
}

/** An account that users share. */
async function desk(id: string, members: string[]): Promise<string> {
  await database.db.insert(deskAccounts).values({ id, name: id, members });
  return id;
}

const limit = {
  symbol: 'ABC',
  side: 'buy',
  quantity: 2,
  type: 'limit',
  limitPrice: 97,
  referencePrice: 100,
};
const idOf = (placed: JsonObject) => (placed['order'] as JsonObject)['clientOrderId'] as string;
const idsIn = ({ orders: listed }: JsonObject) =>
  (listed as JsonObject[]).map((order) => order['clientOrderId']);

describe('each user', () => {
  test('sees and cancels the own orders alone', async () => {
    const { name, answer, call } = openTools();
    const [ann, bob] = [name('ann'), name('bob')];
    const [hers, his] = [
      idOf(await answer(ann, 'create_paper_order', limit)),
      idOf(await answer(bob, 'create_paper_order', limit)),
    ];
    expect(idsIn(await answer(ann, 'get_pending_orders'))).toEqual([hers]);
    expect(idsIn(await answer(bob, 'get_pending_orders'))).toEqual([his]);
    for (const account of [undefined, ownAccountId(ann)]) {
      const args = { clientOrderId: hers, ...(account && { account }) };
      await expect(call(bob, 'cancel_paper_order', args)).rejects.toMatchObject({
        code: 'EXECUTION_ERROR',
        retryable: false,
      });
    }
    expect(idsIn(await answer(ann, 'get_pending_orders'))).toEqual([hers]);
    const ended = await answer(bob, 'cancel_paper_order', { clientOrderId: his });
    expect(ended).toMatchObject({ canceled: true });
  });

  test('ends an order without the plan for it, but none of another user', async () => {
    const { name, answer, call, exchanges } = openTools();
    const [ann, poor] = [name('ann'), name('poor')];
    const hers = idOf(await answer(ann, 'create_paper_order', limit));
    const request = scriptedAccount(database.db, [still]).request('own', {
      type: 'limit',
      limitPrice: 97,
    });
    const clientOrderId = 'f'.repeat(64);
    await (await exchanges.of(poor)).placeOrder({ ...request, clientOrderId });
    await expect(call(poor, 'cancel_paper_order', { clientOrderId: hers })).rejects.toMatchObject({
      code: 'PLAN_REQUIRED',
    });
    const foreign = { clientOrderId: hers, account: ownAccountId(ann) };
    await expect(call(poor, 'cancel_paper_order', foreign)).rejects.toMatchObject({
      code: 'PLAN_REQUIRED',
    });
    expect(await answer(poor, 'cancel_paper_order', { clientOrderId })).toMatchObject({
      canceled: true,
    });
  });

  test('has a deposit, positions, trades and an equity of the own', async () => {
    const { name, answer, call, pass } = openTools([still, still, [110, 110, 110, 110]]);
    const [ann, bob] = [name('ann'), name('bob')];
    const market = { symbol: 'ABC', side: 'buy', quantity: 5, referencePrice: 100 };
    await call(ann, 'create_paper_order', market, 'one');
    pass();
    await answer(ann, 'create_paper_order', market, 'one');
    pass();
    expect(await answer(ann, 'get_portfolio')).toMatchObject({
      account: ownAccountId(ann),
      deposited: 10_000,
      equity: 10_000 + 50 - 5,
      positions: [{ symbol: 'ABC', quantity: 5 }],
    });
    expect(await answer(bob, 'get_portfolio')).toMatchObject({
      account: ownAccountId(bob),
      deposited: 10_000,
      equity: 10_000,
      positions: [],
    });
    expect((await answer(ann, 'get_trade_history'))['trades']).toHaveLength(1);
    expect((await answer(bob, 'get_trade_history'))['trades']).toEqual([]);
  });

  test('is stopped by the gates and the kill switch of the own account alone', async () => {
    const { name, answer, call } = openTools();
    const [ann, bob, cora] = [name('ann'), name('bob'), name('cora')];
    const of = (user: string) => ({ accountId: ownAccountId(user), by: 'local' });
    await turnKillSwitch(database.db, of(ann), { on: true, cancelOrders: true });
    await changeGates(database.db, of(bob), { orderNotional: 50 });
    await expect(call(ann, 'create_paper_order', limit)).rejects.toThrow(/kill switch/);
    await expect(call(bob, 'create_paper_order', limit)).rejects.toThrow(/notional|order value/i);
    expect(await answer(cora, 'create_paper_order', limit)).toMatchObject({
      order: { status: 'accepted' },
    });
  });

  test('sees the own orders that wait for a person', async () => {
    const { name, answer } = openTools();
    const [ann, bob] = [name('ann'), name('bob')];
    const shared = await desk(name('waiting'), [ann]);
    const approvals = approvalRepository(database.db);
    const ask = async (user: string, args: JsonObject) => {
      const runId = await storedRun(database.db, `asks-${(count += 1)}`, { user });
      const id = `${runId}.order`;
      await approvals.request({
        id,
        runId,
        nodePath: 'agent',
        workflowId: runId,
        title: 'Allow it?',
        show: {},
        tool: 'create_paper_order',
        args,
        hash: id,
        approvers: ['operator'],
        requestedAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      });
      return id;
    };
    const [hers, his] = [await ask(ann, limit), await ask(bob, limit)];
    const desks = await ask(ann, { ...limit, account: shared });
    const waiting = async (user: string, args = {}) => {
      const { awaitingApproval } = await answer(user, 'get_pending_orders', args);
      return (awaitingApproval as JsonObject[]).map(({ approvalId }) => approvalId);
    };
    expect(await waiting(ann)).toEqual([hers]);
    expect(await waiting(bob)).toEqual([his]);
    expect(await waiting(ann, { account: shared })).toEqual([desks]);
  });
});

describe('a desk account', () => {
  test('is seen and traded on by its members alone', async () => {
    const { name, answer, call } = openTools();
    const [ann, bob, eve] = [name('ann'), name('bob'), name('eve')];
    const account = await desk(name('macro'), [ann, bob]);
    const placed = idOf(await answer(ann, 'create_paper_order', { ...limit, account }));
    expect(idsIn(await answer(bob, 'get_pending_orders', { account }))).toEqual([placed]);
    expect(idsIn(await answer(ann, 'get_pending_orders'))).toEqual([]);
    expect(await answer(bob, 'get_portfolio', { account })).toMatchObject({
      account,
      reserved: expect.any(Number),
      openOrders: [{ clientOrderId: placed }],
    });
    const calls = [
      ['create_paper_order', { ...limit, account }],
      ['cancel_paper_order', { clientOrderId: placed, account }],
      ['get_pending_orders', { account }],
      ['get_portfolio', { account }],
      ['get_trade_history', { account }],
    ] as const;
    for (const [tool, args] of calls) {
      const told = (asked: JsonObject) =>
        call(eve, tool, asked).catch((error: Error) => error.message);
      const refused = await told(args);
      // Who is no member is not told whether there is such an account.
      const unknown = await told({ ...args, account: 'nothing-there' });
      expect(refused).toContain(`${eve} has no account ${account}. A member`);
      expect(unknown).toBe(String(refused).replaceAll(account, 'nothing-there'));
    }
    const ended = await answer(bob, 'cancel_paper_order', { clientOrderId: placed, account });
    expect(ended).toMatchObject({ canceled: true });
  });

  test('of a member who was removed continues with what was ordered on it, and takes nothing new', async () => {
    const { name, answer, call, pass } = openTools();
    const ann = name('ann');
    const account = await desk(name('leaving'), [ann]);
    const market = { symbol: 'ABC', side: 'buy', quantity: 1, referencePrice: 100, account };
    expect(await call(ann, 'create_paper_order', market, 'one')).toMatchObject({
      status: 'waiting',
    });
    await database.db.delete(deskAccounts);
    pass();
    expect(await answer(ann, 'create_paper_order', market, 'one')).toMatchObject({
      order: { status: 'filled' },
    });
    await expect(call(ann, 'create_paper_order', market, 'two')).rejects.toThrow(/has no account/);
  });
});

describe('the account of earlier versions', () => {
  test('is that of local, app and operator, with what it held', async () => {
    const { answer, exchanges } = openTools();
    // As earlier versions opened it, and ordered on it.
    const earlier = scriptedAccount(database.db, [still, still], {
      settings: { accountId: paperAccountId },
    });
    await earlier.place('before', { type: 'limit', limitPrice: 97 });
    for (const user of ['local', 'app', 'operator']) {
      expect(idsIn(await answer(user, 'get_pending_orders'))).toEqual([earlier.id('before')]);
      expect(await answer(user, 'get_portfolio')).toMatchObject({ account: paperAccountId });
    }
    const exchange = await exchanges.of('local', paperAccountId);
    expect(await exchange.openOrders()).toHaveLength(1);
    expect(await exchanges.find('ann', paperAccountId)).toBeUndefined();
  });

  test('keeps an order that another user placed on it, and whoever placed it is told how it ends', async () => {
    const { name, answer, call, pass, exchanges } = openTools();
    const ann = name('ann');
    const market = { symbol: 'ABC', side: 'buy', quantity: 1, referencePrice: 100 };
    await call('local', 'create_paper_order', market, 'shared');
    pass();
    expect(await answer(ann, 'create_paper_order', market, 'shared')).toMatchObject({
      order: { status: 'filled' },
    });
    expect(await (await exchanges.of(ann)).trades({ limit: 10 })).toEqual([]);
  });
});

describe('the clock', () => {
  test('settles every account that was used, and opens none', async () => {
    const { name, call, pass, exchanges } = openTools();
    const [ann, bob] = [name('ann'), name('bob')];
    const market = { symbol: 'ABC', side: 'buy', quantity: 1, referencePrice: 100 };
    await call(ann, 'create_paper_order', market);
    await call(bob, 'create_paper_order', market);
    await exchanges.of(name('cora'));
    pass();
    await exchanges.tick();
    const rows = await database.db.select().from(orders);
    for (const user of [ann, bob]) {
      const own = rows.filter(({ accountId }) => accountId === ownAccountId(user));
      expect(own.map(({ status }) => status)).toEqual(['filled']);
    }
    const opened = await database.db.select({ id: accounts.id }).from(accounts);
    expect(opened.map(({ id }) => id)).not.toContain(ownAccountId(name('cora')));
  });

  test('settles the others where one account fails, and says what failed', async () => {
    const { name, call, pass, exchanges } = openTools();
    const [ann, bob] = [name('a-ann'), name('b-bob')];
    const market = { symbol: 'ABC', side: 'buy', quantity: 1, referencePrice: 100 };
    await call(ann, 'create_paper_order', market);
    await call(bob, 'create_paper_order', market);
    pass();
    const failing = await exchanges.of(ann);
    failing.tick = () => Promise.reject(new Error('the disk is full'));
    await expect(exchanges.tick()).rejects.toThrow('the disk is full');
    const [own] = await (await exchanges.of(bob)).trades({ limit: 1 });
    expect(own?.order.status).toBe('filled');
  });
});

test('a restart finds each account as it was', async () => {
  const { name, call, pass, exchanges } = openTools();
  const ann = name('ann');
  const market = { symbol: 'ABC', side: 'buy', quantity: 3, referencePrice: 100 };
  await call(ann, 'create_paper_order', market);
  pass();
  await exchanges.tick();
  const before = await (await exchanges.of(ann)).portfolio();
  const { market: prices, settings, pass: go } = scriptedAccount(database.db, [still, still]);
  go();
  const anew = createPaperExchange({
    db: database.db,
    market: prices,
    settings: { ...settings, accountId: ownAccountId(ann) },
  });
  expect((await anew.portfolio()).positions).toEqual(before.positions);
});
