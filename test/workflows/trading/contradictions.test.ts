import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { PipelineParts } from '../support/harness.ts';
import { calls } from '../support/scripted-agents.ts';
import { order, orderDesk, told } from './support/order-desk.ts';

const said = { symbol: 'ABC', confidence: 0.5, reason: 'up' };
const buy = { action: 'buy', ...said, order };
const [submit, hold] = ['submit_trade_decision', { action: 'hold', ...said }] as const;
const aside = { symbol: 'ABC', reason: 'not clear' };

/** Decides, and asks a person about whatever is not hold, as pipelines of earlier versions do. */
const pipeline: PipelineParts = {
  nodes: [
    { id: 'decide', kind: 'agent', agent: 'boss', task: 'Decide on ABC' },
    { id: 'worth_it', kind: 'condition', when: 'nodes.decide.output.action != "hold"' },
    {
      id: 'confirm',
      kind: 'approval',
      show: '{{ nodes.decide.output }}',
      tool: 'create_paper_order',
      args: '{{ nodes.decide.output.order }}',
    },
    {
      id: 'order',
      kind: 'tool',
      tool: 'create_paper_order',
      args: '{{ nodes.confirm.output.args }}',
    },
  ],
  edges: [
    { from: 'decide', to: 'worth_it' },
    { from: 'worth_it', to: 'confirm' },
    { from: 'confirm', to: 'order' },
  ],
};

describe('a model that contradicts itself', { timeout: 120_000 }, () => {
  it.each<[string, JsonObject]>([
    ['buys with a sell order', { ...buy, order: { ...order, side: 'sell' } }],
    ['orders another symbol', { ...buy, order: { ...order, symbol: 'XYZ' } }],
    ['gives an order with hold', { ...hold, order }],
  ])('and %s reaches no approval: it reads what to fix, and holds', async (_what, wrong) => {
    const desk = await orderDesk({
      agent: { output: 'TradeDecision' },
      scripts: { boss: (_asked, turn) => calls([submit, turn === 1 ? wrong : hold]) },
    });
    const run = await desk.start({ pipeline });
    await run.result();
    expect(await desk.approvals.list({ runId: run.workflowId, limit: 10 })).toEqual([]);
    expect(await desk.account.rows()).toEqual([]);
    expect(told(desk.asked.at(-1)!)).toContain('VALIDATION_ERROR');
  });

  it('and opens a long without an order reaches no approval, and stands aside', async () => {
    const desk = await orderDesk({
      agent: { output: 'LeaderDecision' },
      scripts: {
        boss: (_asked, turn) => calls(turn === 1 ? ['open_long', aside] : ['stand_aside', aside]),
      },
    });
    const run = await desk.start();
    expect(await run.result()).toMatchObject({ action: 'stand_aside' });
    expect(await desk.approvals.list({ runId: run.workflowId, limit: 10 })).toEqual([]);
    expect(await desk.account.rows()).toEqual([]);
  });

  it.each<[string, PipelineParts | undefined]>([
    ['in a run on ABC', undefined],
    [
      'in a child pipeline on ABC',
      {
        name: 'parent',
        nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'desk', inputs: { symbol: ' abc ' } }],
        output: '{{ nodes.desk.output }}',
      },
    ],
  ])('and opens a long in XYZ %s reaches no approval, and stands aside', async (_where, parent) => {
    const { symbol: _symbol, side: _side, ...terms } = order;
    const desk = await orderDesk({
      agent: { output: 'LeaderDecision' },
      scripts: {
        boss: (_asked, turn) =>
          calls(
            turn === 1
              ? ['open_long', { symbol: 'XYZ', ...terms, reason: 'up' }]
              : ['stand_aside', aside],
          ),
      },
    });
    const child: PipelineParts = {
      name: 'desk',
      nodes: [{ id: 'decide', kind: 'agent', agent: 'boss', task: 'Decide' }],
      output: '{{ nodes.decide.output }}',
    };
    const run = await desk.start(
      parent
        ? { pipeline: parent, pipelines: [child], input: { symbol: 'XYZ' } }
        : { input: { symbol: 'ABC' } },
    );
    expect(await run.result()).toMatchObject({ action: 'stand_aside' });
    expect(told(desk.asked.at(-1)!)).toContain('decide about');
    expect(await desk.approvals.list({ runId: run.workflowId, limit: 10 })).toEqual([]);
    expect(await desk.account.rows()).toEqual([]);
  });

  it('that decides without data reaches no approval, also where only hold is looked for', async () => {
    const blind = { action: 'no_data', symbol: 'ABC', missing: ['a price of ABC'] };
    const desk = await orderDesk({
      agent: { output: 'TradeDecision' },
      scripts: { boss: () => calls([submit, blind]) },
    });
    const run = await desk.start({ pipeline });
    await run.result().catch(() => undefined);
    expect(await desk.approvals.list({ runId: run.workflowId, limit: 10 })).toEqual([]);
    expect(await desk.account.rows()).toEqual([]);
  });
});

describe("a leader's open_long", { timeout: 120_000 }, () => {
  it('is the order: it waits for a person, is placed, and has its id', async () => {
    const { symbol, side: _side, ...terms } = order;
    const desk = await orderDesk({
      agent: { output: 'LeaderDecision' },
      scripts: { boss: () => calls(['open_long', { symbol, ...terms, reason: 'up' }]) },
    });
    const run = await desk.start();
    const { id, args } = await desk.question(run.workflowId);
    expect(args).toEqual({ ...order });
    expect(await desk.account.rows()).toEqual([]);
    await desk.decide(run.workflowId, id, { decision: 'approve' });
    const decision = await run.result();
    const [placed] = await desk.account.rows();
    expect(placed).toMatchObject({ side: 'buy', status: 'accepted' });
    expect(decision).toMatchObject({ action: 'open_long', order: placed!.clientOrderId });
    expect(desk.asked).toHaveLength(1);
  });
});
