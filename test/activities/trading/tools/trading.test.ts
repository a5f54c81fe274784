import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNews } from '../../../../activities/trading/news/create-news.ts';
import { createSentiment } from '../../../../activities/trading/sentiment/create-sentiment.ts';
import { tradingTools } from '../../../../activities/trading/tools/index.ts';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import type { ToolLogEntry } from '../../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import { ToolError } from '../../../../activities/tool-kit/tool.ts';
import type { UserTermsOf } from '../../../../activities/tools/user-terms.ts';
import type { GateChanges } from '../../../../contracts/trading/gates.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { RateLimit, ToolAnswer, ToolTerms } from '../../../../contracts/tools/tools.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { approvalRepository } from '../../../../db/repositories/runs/approvals.ts';
import { changeGates, turnKillSwitch } from '../../../../db/trading/terms.ts';
import { watchlistRepository } from '../../../../db/trading/watchlist.ts';
import { scriptedAccount } from '../exchange/scripted-account.ts';
import type { Script } from '../exchange/scripted-market.ts';
import { storedRun } from '../../support/activities.ts';
import { outsideServices } from '../../tools/outside.ts';
import { ApprovalNeeded } from '../../../../activities/tool-kit/executor.ts';
import type { AgentAsking } from '../../../../activities/tool-kit/agent-asking.ts';
import { openTestDatabase } from '../../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const still: Script = [100, 100, 100, 100];
let calls = 0;

/** The tools on an account of their own with 10,000. */
async function openTools(
  script: Script[] = [still, still, still],
  options: {
    terms?: ToolTerms;
    aiTrading?: boolean;
    userTerms?: UserTermsOf;
    allowedTools?: readonly string[];
    killSwitch?: boolean;
    gates?: GateChanges;
    /** Of every tool; left out, there is none. */
    rateLimit?: RateLimit;
  } = {},
) {
  const { terms = { plan: 'pro' }, aiTrading = true, allowedTools } = options;
  const audit: ToolLogEntry[] = [];
  const paper = scriptedAccount(database.db, script);
  const outside = await outsideServices();
  const who = { accountId: paper.accountId, by: 'ann' };
  const { killSwitch: on = false, gates = {} } = options;
  await turnKillSwitch(database.db, who, { on, cancelOrders: true });
  await changeGates(database.db, who, gates);
  const tools = createToolExecutor({
    tools: tradingTools.map((tool) => ({ ...tool, rateLimit: options.rateLimit ?? {} })),
    services: {
      market: paper.market,
      exchanges: paper.exchanges,
      alerts: alertRepository(database.db),
      watchlist: watchlistRepository(database.db),
      news: createNews({ sources: [] }),
      sentiment: createSentiment({ sources: [] }),
      ...outside,
    },
    terms,
    switches: { aiTrading },
    ...(options.userTerms && { userTerms: options.userTerms }),
    rateLimiter: createToolRateLimiter(),
    log: (entry) => audit.push(entry),
  });
  const call = (
    tool: string,
    args: JsonObject = {},
    key = `call-${(calls += 1)}`,
    mayHaveRun = false,
    asking?: AgentAsking,
  ) =>
    tools.run({
      tool,
      args,
      key,
      mayHaveRun,
      once: false,
      runId: paper.accountId,
      user: paper.user,
      signal: new AbortController().signal,
      ...(allowedTools && { allowedTools }),
      ...(asking && { asking }),
    });
  async function outputOf(answer: Promise<ToolAnswer>): Promise<JsonObject> {
    const given = await answer;
    if (given.status !== 'completed') throw new Error(given.reason);
    return given.output as JsonObject;
  }
  return {
    ...paper,
    audit,
    call,
    answer: (tool: string, args?: JsonObject, key?: string) => outputOf(call(tool, args, key)),
    /** What a person who is asked to approve a call is shown. */
    proposal: async (tool: string, args: JsonObject) =>
      call(tool, args, undefined, false, { policy: 'ask', taint: [] }).catch((error: unknown) =>
        error instanceof ApprovalNeeded ? error.proposal : error,
      ),
    /** Calls again after a try that broke off. */
    retry: (tool: string, args: JsonObject, key: string) => outputOf(call(tool, args, key, true)),
  };
}

const limit = { symbol: 'ABC', side: 'buy', quantity: 2, type: 'limit', referencePrice: 100 };

describe('create_paper_order', () => {
  test('answers at once for an order that waits for its price', async () => {
    const { answer } = await openTools();
    const placed = await answer('create_paper_order', {
      ...limit,
      limitPrice: '97.5',
      stopLoss: 90,
    });
    expect(placed).toMatchObject({
      order: { status: 'accepted', type: 'limit', limitPrice: 97.5, stopLoss: 90 },
      fill: null,
      source: 'a script',
    });
    expect(placed).not.toHaveProperty('fills');
  });

  test('waits for an order that is good for one bar, and says what it got of it', async () => {
    const { call, answer, pass } = await openTools([still, [100, 100, 100, 100, 10]]);
    const order = { ...limit, quantity: 5, limitPrice: 101, timeInForce: 'ioc' };
    expect(await call('create_paper_order', order, 'ioc')).toMatchObject({ status: 'waiting' });
    pass();
    expect(await answer('create_paper_order', order, 'ioc')).toMatchObject({
      order: { status: 'expired', filledQuantity: 1, reason: expect.stringContaining('IOC') },
      fill: null,
      fills: [{ quantity: 1, price: 100 }],
    });
  });

  test('takes a price that is null as one that is left out, and no noise for a price', async () => {
    const { answer } = await openTools();
    const order = { ...limit, limitPrice: 97, stopPrice: null, stopLoss: null, takeProfit: null };
    expect(await answer('create_paper_order', order)).toMatchObject({
      order: { status: 'accepted' },
    });
    // As floating point has it.
    const noisy = { ...limit, limitPrice: 0.1 + 0.2 + 97 };
    expect(await answer('create_paper_order', noisy)).toMatchObject({
      order: { limitPrice: 97.3 },
    });
  });

  test('says what each check says, and places nothing, where only that is asked', async () => {
    const { answer, rows } = await openTools();
    const asked = { ...limit, quantity: 200, limitPrice: 97, checkOnly: true };
    expect(await answer('create_paper_order', asked)).toMatchObject({
      wouldBeTaken: false,
      checks: expect.arrayContaining([
        { gate: 'kill switch', denial: null },
        { gate: 'cash', denial: expect.stringContaining('order less') },
      ]),
    });
    expect(await rows()).toEqual([]);
  });

  test.each([
    [{ type: 'limit' }, 'VALIDATION_ERROR', 'a limit order needs limitPrice'],
    [{ type: 'stop', stopPrice: 99 }, 'EXECUTION_ERROR', 'must be above it'],
    [
      { type: 'market', limitPrice: 99 },
      'VALIDATION_ERROR',
      'a market order does not take limitPrice',
    ],
    [{ limitPrice: 97, takeProfit: 96 }, 'VALIDATION_ERROR', 'takeProfit must be above the price'],
  ])('as %j is refused with %s, and says how to fix it', async (change, code, reason) => {
    const { call } = await openTools();
    await expect(call('create_paper_order', { ...limit, ...change })).rejects.toMatchObject({
      code,
      retryable: false,
      message: expect.stringContaining(reason),
    });
  });
});

test('a hundred retries of one call make one order', async () => {
  const { call, pass, rows } = await openTools();
  const order = { symbol: 'ABC', side: 'buy', quantity: 2, referencePrice: 100 };
  const hundred = () =>
    Promise.all(Array.from({ length: 50 }, () => call('create_paper_order', order, 'once')));
  const early = await hundred();
  pass();
  const late = await hundred();
  expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['waiting']));
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set(['completed']));
  expect(await rows()).toMatchObject([{ status: 'filled' }]);
});

test.each([
  ['trading is turned off', { switches: { aiTrading: false } }],
  ['the plan is lowered', { plan: 'free' }],
] as const)(
  'an order that waits for its bar is tracked to its end, though %s meanwhile',
  async (_why, change) => {
    const terms = {
      plan: 'pro',
      switches: { aiTrading: true },
      allowedTools: null,
      deniedTools: [],
    } as const;
    let now: Awaited<ReturnType<UserTermsOf>> = terms;
    const { call, answer, pass, rows } = await openTools([still, still], {
      userTerms: async () => now,
    });
    const order = { symbol: 'ABC', side: 'buy', quantity: 2, referencePrice: 100 };
    expect(await call('create_paper_order', order, 'once')).toMatchObject({ status: 'waiting' });
    now = { ...terms, ...change };
    expect(await call('create_paper_order', order, 'once')).toMatchObject({ status: 'waiting' });
    pass();
    expect(await answer('create_paper_order', order, 'once')).toMatchObject({
      order: { status: 'filled' },
    });
    await expect(call('create_paper_order', order, 'another')).rejects.toThrow(
      'create_paper_order',
    );
    expect(await rows()).toHaveLength(1);
  },
);

describe('an order that may not be', () => {
  const order = { symbol: 'ABC', side: 'buy', quantity: 2, referencePrice: 100 };

  test.each([
    ['the plan', { terms: { plan: 'free' as const } }, 'PLAN_REQUIRED', 'BATON_PLAN=pro'],
    ['the switch', { aiTrading: false }, 'PERMISSION_DENIED', 'BATON_AI_TRADING'],
    ['an agent', { allowedTools: ['create_paper_order'] }, 'PERMISSION_DENIED', 'approval'],
    ['the kill switch', { killSwitch: true }, 'EXECUTION_ERROR', 'kill switch: '],
    ['a gate', { gates: { orderNotional: 100 } }, 'EXECUTION_ERROR', 'order limit: '],
  ] as const)(
    'by %s is refused with the reason, and is in the audit',
    async (_by, change, code, reason) => {
      const { call, rows, audit } = await openTools([still, still], change);
      const message = expect.stringContaining(reason);
      await expect(call('create_paper_order', order)).rejects.toMatchObject({ code, message });
      expect(audit).toMatchObject([
        { tool: 'create_paper_order', audit: true, outcome: 'refused', code, message },
      ]);
      const placed = (await rows()).filter(({ status }) => status !== 'denied');
      expect(placed).toEqual([]);
    },
  );
});

describe('orders that work', () => {
  test('get_pending_orders lists them, and cancel_paper_order ends them', async () => {
    const { answer } = await openTools();
    const { order } = await answer('create_paper_order', { ...limit, limitPrice: 97 });
    const { clientOrderId } = order as JsonObject;
    expect(await answer('get_pending_orders', { symbol: 'abc' })).toMatchObject({
      orders: [{ clientOrderId, remaining: 2, limitPrice: 97 }],
    });
    expect(await answer('get_pending_orders', { symbol: 'XYZ' })).toMatchObject({ orders: [] });
    expect(await answer('cancel_paper_order', { clientOrderId: clientOrderId! })).toMatchObject({
      canceled: true,
      order: { status: 'canceled' },
      fills: [],
    });
    expect(await answer('get_pending_orders')).toMatchObject({ orders: [] });
  });

  test('create_paper_order links orders, and says before what will happen', async () => {
    const { answer, call, pass } = await openTools([still, still, [100, 100, 94, 95]]);
    const other = { type: 'stop', stopPrice: 105, trailAmount: 3 };
    const linked = { ...limit, limitPrice: 95, oco: [other] };
    expect(await answer('create_paper_order', { ...linked, checkOnly: true })).toMatchObject({
      wouldBeTaken: true,
      effects: [
        'a fill of one of these reduces the others: buy limit 95; buy stop 105',
        'the stop loss of the buy follows the close of each bar at a distance of 3',
      ],
    });
    expect(await answer('create_paper_order', linked, 'linked')).toMatchObject({
      order: { limitPrice: 95, status: 'accepted', ocoGroup: expect.any(String) },
      oco: [{ stopPrice: 105, trailAmount: 3, quantity: 2, status: 'accepted' }],
    });
    pass(2);
    expect(await answer('create_paper_order', linked, 'linked')).toMatchObject({
      order: { status: 'filled' },
      fill: { price: 95 },
      oco: [{ status: 'canceled' }],
    });
    const wrongs: [JsonObject, string][] = [
      [{ oco: [{ type: 'stop' }] }, 'oco[0].stopPrice'],
      [{ oco: [{ type: 'market' }] }, 'oco[0].type'],
      [{ oco: [other], type: 'market', limitPrice: null }, 'type'],
    ];
    for (const [wrong, place] of wrongs) {
      await expect(call('create_paper_order', { ...linked, ...wrong })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining(place),
      });
    }
  });

  test('an approval says what will happen with linked, trailing and replaced orders', async () => {
    const { answer, proposal } = await openTools();
    const oco = [{ type: 'trailing_stop', trailPercent: 4 }];
    expect(await proposal('create_paper_order', { ...limit, limitPrice: 95, oco })).toMatchObject({
      effects: [
        'a fill of one of these reduces the others: buy limit 95; buy trailing_stop',
        'the stop price of the buy follows the close of each bar at a distance of 4 %',
      ],
      checks: expect.arrayContaining(['cash: passed']),
    });
    const { order } = await answer('create_paper_order', { ...limit, limitPrice: 95 });
    const { clientOrderId } = order as { clientOrderId: string };
    const wanted = { clientOrderId, referencePrice: 100 };
    expect(await proposal('replace_paper_order', { ...wanted, limitPrice: 94 })).toMatchObject({
      replaces: { clientOrderId, limitPrice: 95 },
      losesPlace: true,
    });
    expect(await proposal('replace_paper_order', { ...wanted, quantity: 1 })).toMatchObject({
      losesPlace: false,
    });
    expect(await proposal('replace_paper_order', { ...wanted, quantity: 999 })).toMatchObject({
      message: expect.stringContaining('would not be replaced'),
    });
    expect(await answer('get_pending_orders')).toMatchObject({
      orders: [{ limitPrice: 95, quantity: 2 }],
    });
  });

  test('replace_paper_order changes one, once for each call, and says what the checks say', async () => {
    const { answer, call } = await openTools();
    const { order } = await answer('create_paper_order', { ...limit, limitPrice: 97 });
    const { clientOrderId } = order as { clientOrderId: string };
    const wanted = { clientOrderId, limitPrice: 96, referencePrice: 100 };
    expect(await answer('replace_paper_order', { ...wanted, checkOnly: true })).toMatchObject({
      wouldBeReplaced: true,
    });
    for (const key of ['once', 'once']) {
      expect(await answer('replace_paper_order', wanted, key)).toMatchObject({
        order: { clientOrderId, limitPrice: 96, quantity: 2, status: 'accepted' },
      });
    }
    expect(await answer('get_pending_orders')).toMatchObject({ orders: [{ limitPrice: 96 }] });
    await expect(call('replace_paper_order', { ...wanted, quantity: 2_000 })).rejects.toMatchObject(
      { message: expect.stringContaining('stays as it was') },
    );
    await expect(call('replace_paper_order', wanted)).rejects.toMatchObject({
      message: expect.stringContaining('The order already has these values'),
    });
  });

  test('cancel_paper_order passes for a user whose plan was lowered, or who may use nothing of it any more', async () => {
    const free = { plan: 'free', switches: {}, allowedTools: [], deniedTools: [] } as const;
    let isFree = false;
    const { answer, call } = await openTools(undefined, {
      userTerms: async () => ({
        ...free,
        ...(!isFree && { plan: 'pro', switches: { aiTrading: true }, allowedTools: null }),
      }),
    });
    const place = async () => {
      const { order } = await answer('create_paper_order', { ...limit, limitPrice: 97 });
      return (order as JsonObject)['clientOrderId']!;
    };
    const clientOrderId = await place();
    isFree = true;
    expect(await answer('cancel_paper_order', { clientOrderId })).toMatchObject({ canceled: true });
    // What has ended holds nobody.
    await expect(call('cancel_paper_order', { clientOrderId })).rejects.toMatchObject({
      code: 'PLAN_REQUIRED',
    });
    await expect(call('create_paper_order', limit)).rejects.toMatchObject({
      code: 'PLAN_REQUIRED',
    });
  });

  test('cancel_paper_order of an order that works passes beyond its limit of calls', async () => {
    const { answer, call, exchange, request } = await openTools(undefined, {
      rateLimit: { minute: 1 },
    });
    const nothing = { clientOrderId: 'f'.repeat(64) };
    for (const code of ['EXECUTION_ERROR', 'RATE_LIMIT']) {
      await expect(call('cancel_paper_order', nothing)).rejects.toMatchObject({ code });
    }
    const clientOrderId = 'a'.repeat(64);
    await exchange.placeOrder({
      ...request('a', { type: 'limit', limitPrice: 90 }),
      clientOrderId,
    });
    expect(await answer('cancel_paper_order', { clientOrderId })).toMatchObject({ canceled: true });
  });

  test('a user who is denied cancel_paper_order by its name cancels nothing', async () => {
    const deniedTools = ['cancel_paper_order'];
    const { call, exchange, request } = await openTools(undefined, {
      userTerms: async () => ({
        plan: 'pro',
        switches: { aiTrading: true },
        allowedTools: null,
        deniedTools,
      }),
    });
    const clientOrderId = 'b'.repeat(64);
    await exchange.placeOrder({
      ...request('a', { type: 'limit', limitPrice: 90 }),
      clientOrderId,
    });
    await expect(call('cancel_paper_order', { clientOrderId })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('deniedTools'),
    });
    expect(await exchange.isWorking(clientOrderId)).toBe(true);
  });

  test('an agent cancels only where it may use the tool', async () => {
    const own = await openTools(undefined, { allowedTools: ['get_portfolio'] });
    const clientOrderId = 'c'.repeat(64);
    const order = own.request('a', { type: 'limit', limitPrice: 90 });
    await own.exchange.placeOrder({ ...order, clientOrderId });
    const cancel = own.call('cancel_paper_order', { clientOrderId });
    await expect(cancel).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  test('portfolio and trades are as they are now, after what other processes did too', async () => {
    const { call, answer, exchange, request, id, pass } = await openTools();
    const positions = async () => (await answer('get_portfolio'))['positions'];
    const trades = async () => (await answer('get_trade_history'))['trades'];
    // The first look opens the account.
    await positions();
    expect([await positions(), await trades()]).toEqual([[], []]);
    expect(await call('get_portfolio')).toMatchObject({ metadata: { cached: true } });
    await exchange.placeOrder(request('elsewhere', { quantity: 1 }));
    expect((await answer('get_portfolio'))['openOrders']).toHaveLength(1);
    pass();
    await exchange.settle(id('elsewhere'));
    expect(await positions()).toMatchObject([{ symbol: 'ABC', quantity: 1 }]);
    expect(await trades()).toHaveLength(1);
    await exchange.placeOrder(request('another', { type: 'limit', limitPrice: 90 }));
    expect((await answer('get_portfolio'))['openOrders']).toHaveLength(1);
    await exchange.cancelOrder(id('another'), 'no longer wanted');
    expect((await answer('get_portfolio'))['openOrders']).toEqual([]);
    await trades();
    expect(await call('get_trade_history')).toMatchObject({ metadata: { cached: true } });
  });

  test('cancel_paper_order wants an order that there is', async () => {
    const { call } = await openTools();
    await expect(call('cancel_paper_order', { clientOrderId: 'abc' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('get_pending_orders'),
    });
    await expect(
      call('cancel_paper_order', { clientOrderId: 'f'.repeat(64) }),
    ).rejects.toMatchObject({ code: 'EXECUTION_ERROR', retryable: false });
  });

  test('get_pending_orders lists orders that wait for a person, until the person decides', async () => {
    const { answer, accountId: runId, user, market } = await openTools();
    const known = market.instrument;
    market.instrument = async (symbol) => {
      if (symbol === 'FAR') throw new ToolError('no source answers', { retryable: true });
      return known(symbol);
    };
    await storedRun(database.db, runId, { user });
    const approvals = approvalRepository(database.db);
    let asked = Date.now();
    const ask = (id: string, tool: string, args: JsonObject) =>
      approvals.request({
        id: `${runId}.${id}`,
        runId,
        nodePath: 'agent',
        workflowId: runId,
        title: 'Allow it?',
        show: {},
        tool,
        args,
        hash: id,
        approvers: ['operator'],
        requestedAt: new Date((asked += 1)),
        expiresAt: new Date(Date.now() + 60_000),
      });
    const args = { symbol: 'abc', side: 'buy', quantity: 2, referencePrice: 100 };
    await ask('order', 'create_paper_order', args);
    await ask('versioned', 'create_paper_order@1', args);
    await ask('far', 'create_paper_order', { ...args, symbol: 'far' });
    await ask('other', 'create_paper_order', { ...args, symbol: 'XYZ' });
    await ask('message', 'matrix_send', { text: 'hello' });
    const { awaitingApproval } = await answer('get_pending_orders', { symbol: 'ABC' });
    const shown = (id: string, more = {}) => ({
      approvalId: `${runId}.${id}`,
      runId,
      order: { ...args, ...more },
      hash: id,
      status: 'pending_approval',
      requestedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    // What nobody can look up for now may be the same.
    const far = shown('far', { symbol: 'far' });
    expect(awaitingApproval).toEqual([shown('order'), shown('versioned'), far]);
    for (const id of ['order', 'versioned', 'far', 'other']) {
      await approvals.close(`${runId}.${id}`, { status: 'rejected', by: 'operator' });
    }
    expect(await answer('get_pending_orders')).toMatchObject({ awaitingApproval: [] });
  });

  test('get_trade_history tells what was traded, get_portfolio what it came to', async () => {
    const { answer, call, pass } = await openTools([still, still, [110, 110, 110, 110]]);
    const market = { symbol: 'ABC', quantity: 2, referencePrice: 100 };
    await call('create_paper_order', { ...market, side: 'buy' }, 'buy');
    pass();
    await answer('create_paper_order', { ...market, side: 'buy' }, 'buy');
    await call('create_paper_order', { ...market, side: 'sell', quantity: 1 }, 'sell');
    pass();
    expect(await answer('get_portfolio')).toMatchObject({
      deposited: 10_000,
      realizedPnl: 10,
      unrealizedPnl: 10,
      fees: 3.1,
      cash: 10_000 - 202 + 110 - 1.1,
      positions: [{ symbol: 'ABC', quantity: 1, averagePrice: 100, realizedPnl: 10 }],
      // Both fills are of the day: 10 realized and 10 open, less all fees.
      gateUse: { grossExposure: 110, dayResult: 16.9, openOrders: 0, ordersLastMinute: 2 },
    });
    expect(await answer('get_trade_history')).toMatchObject({
      trades: [
        { side: 'sell', price: 110, quantity: 1, liquidity: 'taker' },
        { side: 'buy', price: 100, quantity: 2 },
      ],
    });
    expect((await answer('get_trade_history', { limit: 1 }))['trades']).toHaveLength(1);
  });
});

describe('alerts', () => {
  const wanted = { symbol: 'abc', comparison: '>=', price: '120', note: 'the top' };

  test('are created once for all retries, listed and deleted', async () => {
    const { answer } = await openTools();
    const created = await answer('create_alert', wanted, 'alert');
    expect(created).toMatchObject({
      alert: { symbol: 'ABC', comparison: '>=', price: 120, note: 'the top', status: 'active' },
      priceNow: 100,
    });
    expect(await answer('create_alert', wanted, 'alert')).toEqual(created);
    const { alerts } = (await answer('list_alerts')) as { alerts: JsonObject[] };
    expect(alerts).toEqual([created['alert']]);
    expect(await answer('list_alerts', { status: 'fired' })).toEqual({ alerts: [] });
    const { id } = alerts[0]!;
    expect(await answer('delete_alert', { id: id! })).toMatchObject({
      deleted: true,
      alert: { id },
    });
    await expect(answer('delete_alert', { id: id! })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      fault: 'request',
      message: expect.stringMatching(/Alert .* not found\. The user has no alerts\./),
    });
  });

  test('that are not there are no success, and those that are there are named', async () => {
    const { answer } = await openTools();
    const { alert } = (await answer('create_alert', wanted)) as { alert: JsonObject };
    await expect(answer('delete_alert', { id: 'other' })).rejects.toThrow(
      `Alert other not found. The newest are ${String(alert['id'])} (ABC >= 120).`,
    );
  });

  test('that an earlier try has deleted, whose answer was lost, are deleted', async () => {
    const { answer, retry } = await openTools();
    const { alert } = (await answer('create_alert', wanted)) as { alert: JsonObject };
    const id = alert['id']!;
    await answer('delete_alert', { id }, 'lost');
    expect(await retry('delete_alert', { id }, 'lost')).toMatchObject({ deleted: true });
  });

  test('are those of the user alone', async () => {
    const [one, other] = [await openTools(), await openTools()];
    const { alert } = (await one.answer('create_alert', wanted)) as { alert: JsonObject };
    expect(await other.answer('list_alerts')).toEqual({ alerts: [] });
    await expect(other.answer('delete_alert', { id: alert['id']! })).rejects.toThrow('not found');
    expect((await one.answer('list_alerts'))['alerts']).toHaveLength(1);
  });

  test('want a symbol with prices and a comparison', async () => {
    const { call } = await openTools();
    await expect(call('create_alert', { ...wanted, symbol: 'XYZ' })).rejects.toMatchObject({
      message: expect.stringContaining('Symbol "XYZ" not found'),
    });
    await expect(call('create_alert', { ...wanted, comparison: '!=' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

test('the watchlist is added to, read with its prices, and taken from', async () => {
  const { answer, call, retry } = await openTools();
  expect(await answer('add_to_watchlist', { symbol: 'abc' })).toMatchObject({
    added: 'ABC',
    price: 100,
  });
  await answer('add_to_watchlist', { symbol: 'ABC', note: 'breaks out' });
  expect(await answer('get_watchlist')).toMatchObject({
    items: [{ symbol: 'ABC', note: 'breaks out', price: 100, change24hPercent: null }],
  });
  await expect(call('add_to_watchlist', { symbol: 'XYZ' })).rejects.toMatchObject({
    message: expect.stringContaining('not found'),
  });
  await expect(answer('remove_from_watchlist', { symbol: 'XYZ' })).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    retryable: false,
    message: expect.stringMatching(/^XYZ is not in the watchlist of \S+: choose one of: ABC /),
  });
  const leave = { symbol: 'ABC' };
  expect(await answer('remove_from_watchlist', leave, 'lost')).toMatchObject({ removed: true });
  // A try whose answer was lost is not told that it came too late.
  expect(await retry('remove_from_watchlist', leave, 'lost')).toMatchObject({ removed: true });
  await expect(answer('remove_from_watchlist', leave)).rejects.toThrow(
    ' is empty (get_watchlist lists all)',
  );
  expect(await answer('get_watchlist')).toEqual({ items: [] });
});
