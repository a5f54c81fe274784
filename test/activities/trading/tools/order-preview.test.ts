import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNews } from '../../../../activities/trading/news/create-news.ts';
import { createSentiment } from '../../../../activities/trading/sentiment/create-sentiment.ts';
import { tradingTools } from '../../../../activities/trading/tools/index.ts';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { GateChanges } from '../../../../contracts/trading/gates.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { changeGates } from '../../../../db/trading/terms.ts';
import { watchlistRepository } from '../../../../db/trading/watchlist.ts';
import { scriptedAccount } from '../exchange/scripted-account.ts';
import type { Script } from '../exchange/scripted-market.ts';
import { outsideServices } from '../../tools/outside.ts';
import { openTestDatabase } from '../../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const at = (price: number): Script => [price, price, price, price];
const buy = { symbol: 'ABC', side: 'buy', quantity: 10, referencePrice: 100 };

/** An order that was decided at 100, on an account with 10,000 whose market is at 100 and then goes to `later`. */
async function waiting(
  later: number,
  { gates = {}, heldUntil }: { gates?: GateChanges; heldUntil?: string } = {},
) {
  const paper = scriptedAccount(database.db, [at(100), at(later)]);
  await changeGates(database.db, { accountId: paper.accountId, by: 'ann' }, gates);
  const { snapshot } = paper.market;
  if (heldUntil !== undefined) {
    paper.market.snapshot = async (symbol) => ({ ...(await snapshot(symbol)), heldUntil });
  }
  const tools = createToolExecutor({
    tools: tradingTools,
    services: {
      market: paper.market,
      exchanges: paper.exchanges,
      alerts: alertRepository(database.db),
      watchlist: watchlistRepository(database.db),
      news: createNews({ sources: [] }),
      sentiment: createSentiment({ sources: [] }),
      ...(await outsideServices()),
    },
    terms: { plan: 'pro' },
    switches: { aiTrading: true },
    rateLimiter: createToolRateLimiter(),
    log: () => undefined,
  });
  const call = (args: JsonObject) => ({
    tool: 'clientOrderId' in args ? 'replace_paper_order' : 'create_paper_order',
    args,
    key: 'order',
    runId: paper.accountId,
    user: paper.user,
    signal: new AbortController().signal,
  });
  async function preview(args: JsonObject = buy) {
    const { facts, ...rest } = await tools.preview(call(args));
    const values = Object.fromEntries(facts.map(({ label, value }) => [label, value]));
    const warnings = facts.filter(({ warns }) => warns).map(({ label }) => label);
    return { values, warnings, ...rest };
  }
  return { ...paper, preview, order: (args: JsonObject) => tools.run(call(args)) };
}

test('an order within the collar shows the price, the drift, the room that is left and the cost of now', async () => {
  const { preview, pass } = await waiting(103);
  expect((await preview()).values['Drift since decision']).toBe('0.00\u00A0%');
  pass();
  expect(await preview()).toEqual({
    values: {
      'Current price': '103.00',
      'Drift since decision': '+3.00\u00A0%',
      'Allowed drift': '5\u00A0%, 2.00\u00A0% left',
      'Cost now': '1,030.00 USD',
      'With fee and slippage': '1,040.30 USD',
    },
    warnings: [],
    refusals: [],
    revision: null,
  });
});

test('beyond the collar it says which gate refuses it, and what can be approved instead', async () => {
  const { preview, pass, order } = await waiting(94);
  pass();
  const shown = await preview({ ...buy, referenceTime: '2020-01-06T01:00:00.000Z' });
  expect(shown.values).toMatchObject({
    'Drift since decision': '−6.00\u00A0%',
    'Allowed drift': '5\u00A0%, exceeded by 1.00\u00A0%',
  });
  expect(shown.warnings).toEqual(['Drift since decision', 'Allowed drift']);
  expect(shown.refusals).toEqual([expect.stringMatching(/^price collar: the market is at 94/)]);
  expect(shown.revision).toEqual({
    name: 'reprice',
    title: 'Re-price and approve',
    args: { ...buy, referencePrice: 94, referenceTime: '2020-01-06T02:00:00.000Z' },
  });
  expect(await preview({ ...buy, referencePrice: 94 })).toMatchObject({
    refusals: [],
    revision: null,
  });
  // A preview takes nothing: the same call is only now an order.
  expect(await order({ ...buy, referencePrice: 94 })).toMatchObject({ status: 'waiting' });
});

test('without a collar, no drift asks for another price', async () => {
  const { preview, pass } = await waiting(150, { gates: { priceCollarPercent: null } });
  pass();
  const { values, refusals, revision } = await preview();
  expect(values['Allowed drift']).toBe('no limit');
  expect({ refusals, revision }).toEqual({ refusals: [], revision: null });
});

test('each gate that refuses it now is named, also where the price is as it was', async () => {
  const { preview } = await waiting(100, { gates: { orderNotional: 500, symbols: ['XYZ'] } });
  const { refusals, revision } = await preview();
  expect(refusals.map((refusal) => refusal.split(':')[0])).toEqual([
    'allowed symbols',
    'order limit',
  ]);
  expect(revision).toBeNull();
});

test('a sale shows what it brings', async () => {
  const { preview } = await waiting(100);
  expect((await preview({ ...buy, side: 'sell' })).values['Proceeds now']).toBe(
    '1,000.00 USD before the fee',
  );
});

test('an order of a market that stands still says so, and for how long', async () => {
  const heldUntil = new Date(Date.now() + 59.5 * 60_000).toISOString();
  const { preview } = await waiting(100, { heldUntil });
  expect((await preview()).values['Replay']).toBe(
    'paused for at most 60 min while you decide; other orders wait too',
  );
});

test('a symbol that the market has no more is a refusal', async () => {
  const { preview, delist } = await waiting(100);
  delist();
  const { values, refusals } = await preview();
  expect(values).toEqual({});
  expect(refusals).toEqual([expect.stringContaining('"ABC" not found')]);
});

describe('the replacement of an order', () => {
  /** A limit order at 90 that works, while the market goes from 100 to `later`. */
  async function working(later: number) {
    const desk = await waiting(later);
    await desk.order({ ...buy, type: 'limit', limitPrice: 90 });
    const [row] = await desk.rows();
    desk.pass();
    return { ...desk, replacement: { clientOrderId: row!.clientOrderId, referencePrice: 100 } };
  }

  test('shows the price, the drift, the room that is left and the cost of what is left of it', async () => {
    const { preview, replacement } = await working(103);
    expect(await preview({ ...replacement, limitPrice: 95 })).toEqual({
      values: {
        'Current price': '103.00',
        'Drift since decision': '+3.00\u00A0%',
        'Allowed drift': '5\u00A0%, 2.00\u00A0% left',
        'Cost now': '950.00 USD',
        'With fee and slippage': '959.50 USD',
      },
      warnings: [],
      refusals: [],
      revision: null,
    });
  });

  test('beyond the collar says which gate refuses it, and what can be approved instead', async () => {
    const { preview, replacement } = await working(106);
    const asked = { ...replacement, limitPrice: 95 };
    const { refusals, revision } = await preview(asked);
    expect(refusals).toEqual([expect.stringMatching(/^price collar: the market is at 106/)]);
    expect(revision).toEqual({
      name: 'reprice',
      title: 'Re-price and approve',
      args: { ...asked, referencePrice: 106 },
    });
    expect(await preview({ ...asked, referencePrice: 106 })).toMatchObject({ refusals: [] });
  });

  test('is refused once the order is filled', async () => {
    const { preview, replacement } = await working(80);
    expect(await preview({ ...replacement, limitPrice: 95 })).toMatchObject({
      values: {},
      refusals: [expect.stringContaining('is no longer open')],
    });
  });
});
