import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { clientOrderId } from '../../../../db/trading/order-ids.ts';
import { readPerformance } from '../../../../activities/trading/performance/performance.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import { performanceSchema } from '../../../../contracts/trading/api/performance.ts';
import type {
  AttributionRow,
  PerformanceView,
} from '../../../../contracts/trading/api/performance.ts';
import { stepKeyText } from '../../../../contracts/activities/step.ts';
import { runRepository } from '../../../../db/repositories/runs/runs.ts';
import { stepRepository } from '../../../../db/repositories/runs/steps.ts';
import { toolCallRepository } from '../../../../db/repositories/catalog/tool-calls.ts';
import { fills } from '../../../../db/trading/schema/trading.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { accountsOn } from '../exchange/scripted-account.ts';
import type { Script } from '../exchange/scripted-market.ts';

const { account, db } = accountsOn(openTestDatabase);

const pipeline = pipelineSchema.parse({
  name: 'macro',
  nodes: [
    { id: 'research', kind: 'agent', agent: 'research', task: 'Look' },
    { id: 'decide', kind: 'agent', agent: 'trading', task: 'Decide' },
    { id: 'worth', kind: 'condition', when: 'true' },
    { id: 'order', kind: 'tool', tool: 'create_paper_order' },
  ],
  edges: [
    { from: 'research', to: 'decide' },
    { from: 'decide', to: 'worth' },
    { from: 'worth', port: 'yes', to: 'order' },
  ],
});

let count = 0;

/** A call of the order tool as the audit log keeps it; gives the id of its order. */
async function called(runId: string, place: string, agent: string | null): Promise<string> {
  const [nodePath = '', step = ''] = place.split('#');
  const key = runId.startsWith('gw_') ? runId : stepKeyText({ runId, nodePath, step });
  if (key !== runId) {
    const name = 'create_paper_order@1';
    const start = { kind: 'tool', name, label: name, attempt: 1 } as const;
    await stepRepository(db()).start({ runId, nodePath, step }, start);
  }
  count += 1;
  await toolCallRepository(db()).put([
    {
      id: `call-${count}`,
      at: new Date(),
      tool: 'create_paper_order',
      version: 1,
      sideEffect: true,
      user: 'local',
      runId,
      key,
      agent,
      args: {},
      outcome: 'completed',
      code: null,
      message: null,
      executionMs: 1,
      cached: false,
    },
  ]);
  return clientOrderId({ runId, decision: key, leg: 'entry' });
}

type Scripted = ReturnType<typeof account>;
type Ordered = { runId: string; clientOrderId: string; quantity: number; side?: 'buy' | 'sell' };

/** Places a market order at the price of now, and fills it with the next bar. */
async function trade(
  { exchange, market, request, pass }: Scripted,
  { runId, clientOrderId: id, ...order }: Ordered,
) {
  const { price } = await market.quote('ABC');
  const placed = { ...request(id, { ...order, referencePrice: price }), runId, clientOrderId: id };
  expect((await exchange.placeOrder(placed)).reason).toBeUndefined();
  pass();
  expect((await exchange.settle(id)).status).toBe('filled');
}

const script: Script[] = [
  [100, 100, 100, 100],
  [100, 110, 100, 110],
  [110, 110, 99, 99],
  [99, 120, 99, 120],
  [120, 120, 90, 90],
];

/** Two agents and a person: 10 at 100 of an agent, 5 at 110 of another, of which 4 and 5 are sold at 99 and 120. */
async function traded() {
  const scripted = account(script, { timeframe: '1d' });
  const [one, other, own] = ['run', 'run', 'gw'].map((kind) => `${kind}_${(count += 1)}`);
  for (const id of [one!, other!]) {
    const compiled = { hash: 'h', pipeline, pipelines: {}, agents: {} };
    await runRepository(db()).insert({ id, compiled, input: {} });
  }
  const momentum = await called(one!, 'decide#turn-1-0', 'momentum');
  await trade(scripted, { runId: one!, clientOrderId: momentum, quantity: 10 });
  const opened = await called(other!, 'order#run', null);
  await trade(scripted, { runId: other!, clientOrderId: opened, quantity: 5 });
  const person = await called(own!, '', null);
  await trade(scripted, { runId: own!, clientOrderId: person, quantity: 4, side: 'sell' });
  const closed = await called(other!, 'order#again', null);
  await trade(scripted, { runId: other!, clientOrderId: closed, quantity: 5, side: 'sell' });
  return scripted;
}

const amounts = ['pnl', 'realized', 'unrealized', 'fees', 'borrowFees'] as const;

const sumOf = (rows: AttributionRow[], of: (typeof amounts)[number]) =>
  rows.reduce((sum, row) => sum.plus(row[of]), new Decimal(0)).toFixed();

function expectToAddUp(view: PerformanceView): void {
  for (const rows of Object.values(view.attribution)) {
    expect(rows.map(({ kind }) => kind)).not.toContain('unattributed');
    for (const of of amounts) {
      expect(sumOf(rows, of)).toBe(view[of]);
    }
  }
}

const flat: Script = [100, 100, 100, 100];

/** An account whose shorts pay a thousandth of their worth a day, and nothing else. */
const shorting = (bars: Script[]) =>
  account(bars, {
    settings: { allowShort: true, takerFeeBasisPoints: 0, borrowFeePercent: 36.5 },
    timeframe: '1d',
  });

/** Books what shorts pay for the days that have ended. */
async function charge(exchange: Scripted['exchange']): Promise<void> {
  await exchange.tick();
  await exchange.tick();
}

/** A person is short of 10, and a day later a pipeline of 5. */
async function shortedByTwo() {
  const scripted = shorting(Array.from({ length: 7 }, () => flat));
  const [own, run] = [`gw_${(count += 1)}`, `run_${(count += 1)}`];
  const compiled = { hash: 'h', pipeline, pipelines: {}, agents: {} };
  await runRepository(db()).insert({ id: run, compiled, input: {} });
  const person = await called(own, '', null);
  await trade(scripted, { runId: own, clientOrderId: person, quantity: 10, side: 'sell' });
  const agent = await called(run, 'order#run', null);
  await trade(scripted, { runId: run, clientOrderId: agent, quantity: 5, side: 'sell' });
  const covering = await called(run, 'order#again', null);
  return { scripted, opened: { runId: run, clientOrderId: covering } };
}

describe('the performance of an account', () => {
  it('is what its trades come to by hand, by agent, pipeline and symbol, to the last digit', async () => {
    const { accountId, market, exchange } = await traded();
    const view = await readPerformance({ db: db(), market }, { accountId });
    expect(performanceSchema.parse(view)).toEqual(view);
    expect(view).toMatchObject({
      from: '2020-01-07',
      to: '2020-01-10',
      deposited: '10000',
      equity: '9960.54',
      realized: '46',
      unrealized: '-60',
      fees: '25.46',
      borrowFees: '0',
      pnl: '-39.46',
      trades: { closed: 1, open: 1, winRate: 1, best: '38.5' },
    });
    expect(view.attribution.agent).toEqual([
      {
        kind: 'agent',
        name: 'trading',
        trades: 1,
        realized: '50',
        unrealized: '0',
        fees: '11.5',
        borrowFees: '0',
        pnl: '38.5',
      },
      {
        kind: 'agent',
        name: 'momentum',
        trades: 1,
        realized: '-4',
        unrealized: '-60',
        fees: '13.96',
        borrowFees: '0',
        pnl: '-77.96',
      },
    ]);
    expect(view.attribution.pipeline).toMatchObject([{ kind: 'pipeline', name: 'macro' }]);
    expect(view.attribution.symbol).toMatchObject([{ kind: 'symbol', name: 'ABC', trades: 2 }]);
    expectToAddUp(view);
    const portfolio = await exchange.portfolio();
    expect(view.equity).toBe(portfolio.equity.toFixed());
    expect(view.pnl).toBe(portfolio.equity.minus(portfolio.deposited).toFixed());
  });

  it('keeps its agents when the audit log does not go back so far any more', async () => {
    const { accountId, market } = await traded();
    const before = await readPerformance({ db: db(), market }, { accountId });
    await toolCallRepository(db()).prune(new Date(Date.now() + 60_000));
    const after = await readPerformance({ db: db(), market }, { accountId });
    const named = ({ attribution }: PerformanceView) => attribution.agent.map(({ name }) => name);
    expect(named(before)).toEqual(['trading', 'momentum']);
    // Of the first one, only the node's own agent is known.
    expect(named(after)).toEqual(['trading']);
    expectToAddUp(after);
  });

  it('goes day by day, with what was held and with buying and holding', async () => {
    const { accountId, market } = await traded();
    const view = await readPerformance({ db: db(), market }, { accountId });
    expect(view.curve.map(({ day, equity, cash }) => [day, equity, cash])).toEqual([
      ['2020-01-07', '10090', '8990'],
      ['2020-01-08', '9919.5', '8434.5'],
      ['2020-01-09', '10146.54', '8826.54'],
      ['2020-01-10', '9960.54', '9420.54'],
    ]);
    expect(view.curve.map(({ benchmark }) => benchmark)).toEqual([0.1, -0.01, 0.2, -0.1]);
    expect(view.curve[1]).toMatchObject({
      gross: expect.closeTo(1_485 / 9_919.5, 9),
      net: expect.closeTo(1_485 / 9_919.5, 9),
      drawdown: expect.closeTo(9_919.5 / 10_090 - 1, 9),
    });
    expect(view.benchmark).toMatchObject({ symbol: 'ABC', problem: null, totalReturn: -0.1 });
    expect(view.drawdowns).toEqual([
      {
        from: '2020-01-09',
        trough: '2020-01-10',
        recovered: null,
        depth: expect.closeTo(9_960.54 / 10_146.54 - 1, 9),
        days: 1,
      },
      {
        from: '2020-01-07',
        trough: '2020-01-08',
        recovered: '2020-01-09',
        depth: expect.closeTo(9_919.5 / 10_090 - 1, 9),
        days: 2,
      },
    ]);
    const mean = (10_090 + 9_919.5 + 10_146.54 + 9_960.54) / 4;
    expect(view.figures.traded).toBe('2546');
    expect(view.figures.turnover).toBeCloseTo(1_273 / mean, 9);
  });

  it('says of a young account from when on there is enough to say', async () => {
    const { accountId, market } = await traded();
    const view = await readPerformance({ db: db(), market }, { accountId });
    expect(view).toMatchObject({
      returns: 4,
      // Sixteen weekdays after Friday the 10th.
      ratiosFrom: '2020-02-03',
      annualFrom: '2021-01-05',
      figures: { annualReturn: null, volatility: null, sharpe: null, sortino: null },
    });
    const unused = account(script);
    expect(
      await readPerformance({ db: db(), market }, { accountId: unused.accountId }),
    ).toMatchObject({ from: null, returns: 0, pnl: '0', benchmark: null, curve: [] });
  });

  it('goes by the prices of fills where the market has a symbol no more', async () => {
    const scripted = account(script, { timeframe: '1d' });
    const bought = await called('gw_a', '', null);
    await trade(scripted, { runId: 'gw_a', clientOrderId: bought, quantity: 1 });
    const sold = await called('gw_b', '', null);
    await trade(scripted, { runId: 'gw_b', clientOrderId: sold, quantity: 1, side: 'sell' });
    const { accountId, market, delist } = scripted;
    delist();
    const view = await readPerformance({ db: db(), market }, { accountId });
    expect(view).toMatchObject({ realized: '10', fees: '2.1', pnl: '7.9' });
    expect(view.attribution.agent).toMatchObject([{ kind: 'direct', name: null, pnl: '7.9' }]);
    expect(view.curve.map(({ equity }) => equity)).toEqual(['9999', '10007.9']);
    expect(view.notices).toEqual([expect.stringContaining('at its fill prices')]);
    expect(view.benchmark?.problem).toContain('not found');
  });

  it('counts what is held of such a symbol at the price of its last fill', async () => {
    const scripted = account(script, { timeframe: '1d' });
    const bought = await called('gw_held', '', null);
    await trade(scripted, { runId: 'gw_held', clientOrderId: bought, quantity: 2 });
    scripted.delist();
    const view = await readPerformance(
      { db: db(), market: scripted.market },
      { accountId: scripted.accountId },
    );
    const { equity = '0', cash = '0' } = view.curve.at(-1) ?? {};
    expect(Number(equity)).toBe(Number(cash) + 2 * 100);
    expect(view.notices).toEqual([expect.stringContaining('at its fill prices')]);
  });

  it('counts each borrow fee on its own day, as a cost, and leaves the days before as they were', async () => {
    const scripted = shorting([flat, flat, flat, flat]);
    const { accountId, market, exchange, pass } = scripted;
    const short = await called('gw_short', '', null);
    await trade(scripted, {
      runId: 'gw_short',
      clientOrderId: short,
      quantity: 10,
      side: 'sell',
    });
    await charge(exchange);
    const early = await readPerformance({ db: db(), market }, { accountId });
    expect(early.curve.map(({ day, equity }) => [day, equity])).toEqual([['2020-01-07', '9999']]);
    pass(2);
    await charge(exchange);
    const view = await readPerformance({ db: db(), market }, { accountId });
    expect(view.curve.map(({ day, equity, cash }) => [day, equity, cash])).toEqual([
      ['2020-01-07', '9999', '10999'],
      ['2020-01-08', '9998', '10998'],
      ['2020-01-09', '9997', '10997'],
    ]);
    expect(view.curve.slice(0, 1)).toEqual(early.curve);
    expect(view).toMatchObject({
      equity: '9997',
      realized: '0',
      unrealized: '0',
      fees: '0',
      borrowFees: '3',
      pnl: '-3',
    });
    expectToAddUp(view);
    expect(view.attribution.symbol).toMatchObject([{ name: 'ABC', borrowFees: '3', pnl: '-3' }]);
  });

  it('shares a borrow fee among the agents that are short when its day ends', async () => {
    const { scripted, opened } = await shortedByTwo();
    const { accountId, market, exchange, pass } = scripted;
    pass();
    await charge(exchange);
    await trade(scripted, { ...opened, quantity: 5 });
    pass();
    await charge(exchange);
    const view = await readPerformance({ db: db(), market }, { accountId });
    // By hand: 10 alone for a day, 10 and 5 for two days at 100, and 10 alone for two days.
    const shares = view.attribution.pipeline.map(({ kind, borrowFees }) => [kind, borrowFees]);
    expect(shares).toEqual([
      ['pipeline', '1'],
      ['direct', '5'],
    ]);
    expect(view.borrowFees).toBe('6');
    expect(view.trades).toMatchObject({ closed: 1, open: 1, winRate: 0, worst: '-1' });
    expectToAddUp(view);
    const portfolio = await exchange.portfolio();
    expect(view.equity).toBe(portfolio.equity.toFixed());
    expect(view.borrowFees).toBe(portfolio.borrowFees.toFixed());
  });

  it('names a borrow fee as unattributed where the days of older fills are not on record', async () => {
    const { scripted } = await shortedByTwo();
    const { accountId, market, exchange } = scripted;
    await db().update(fills).set({ bar: {} });
    const view = await readPerformance({ db: db(), market }, { accountId });
    expect(view.attribution.agent).toMatchObject([
      { borrowFees: '0' },
      { borrowFees: '0' },
      { kind: 'unattributed', trades: 0, realized: '0', borrowFees: '1', pnl: '-1' },
    ]);
    expect(view.equity).toBe((await exchange.portfolio()).equity.toFixed());
    expect(view.curve.at(-1)!.equity).toBe(view.equity);
  });
});
