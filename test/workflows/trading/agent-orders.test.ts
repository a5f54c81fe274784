import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { createRunTool } from '../../../activities/tools/run-tool.ts';
import type { GateChanges } from '../../../contracts/trading/gates.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Scripted } from '../../end-to-end/support/model-server.ts';
import { calls, says } from '../support/scripted-agents.ts';
import type { AgentScript } from '../support/scripted-agents.ts';
import { argsWith, order, orderDesk, refusalIn, told } from './support/order-desk.ts';

/** Asks for the order, and reports what came of it. */
const orders: AgentScript = (asked, turn): Scripted =>
  turn === 1 ? calls(['create_paper_order', order]) : says(told(asked));

/** Orders that a gate denies, or the gate as it then is, and what the denial says. */
const gates: { gate: string; gates?: GateChanges; asked?: JsonObject; why: string }[] = [
  { gate: 'worth of an order', gates: { orderNotional: 100 }, why: 'order limit' },
  { gate: 'share of a position', gates: { positionShare: 0.01 }, why: 'position' },
  { gate: 'gross exposure', gates: { grossExposure: 0.01 }, why: 'exposure' },
  { gate: 'symbols', gates: { symbols: ['SPX'] }, why: 'allowed symbols' },
  { gate: 'price collar', asked: { referencePrice: 50 }, why: 'collar' },
  { gate: 'cash', asked: { quantity: 1_000 }, why: 'would be denied' },
  {
    gate: 'short',
    asked: { side: 'sell', limitPrice: 103 },
    gates: { allowShort: false },
    why: 'short',
  },
];

describe('an order that an agent asks for', { timeout: 120_000 }, () => {
  it('waits for a person, who sees the call and its checks, and is then placed as it was approved', async () => {
    const desk = await orderDesk({ scripts: { boss: orders } });
    const run = await desk.start();
    const question = await desk.question(run.workflowId);
    expect(question).toMatchObject({
      tool: 'create_paper_order',
      args: order,
      outside: [],
      approvers: ['operator'],
      show: { agent: 'boss', call: 'create_paper_order buy 2 ABC limit', outside: [] },
    });
    expect(question.show).toHaveProperty('checks', expect.arrayContaining(['kill switch: passed']));
    expect(await desk.account.rows()).toEqual([]);
    const { id: approvalId, hash } = question;
    await desk.decide(run.workflowId, approvalId, { decision: 'approve', hash });
    const { report } = (await run.result()) as { report: string };
    expect(JSON.parse(report)).toMatchObject({ order: { status: 'accepted', quantity: 2 } });
    expect(await desk.account.rows()).toMatchObject([{ symbol: 'ABC', status: 'accepted' }]);
    expect((await desk.attempts('create_paper_order')).map(({ outcome }) => outcome)).toEqual([
      'waiting',
      'completed',
    ]);
  });

  it('is placed with the arguments that a person approved in place of its own', async () => {
    const desk = await orderDesk({ scripts: { boss: orders } });
    const run = await desk.start();
    const { id } = await desk.question(run.workflowId);
    const args = argsWith({ quantity: 1 });
    await desk.decide(run.workflowId, id, { decision: 'approve', args });
    await run.result();
    const [placed] = await desk.account.rows();
    expect(Number(placed?.quantity)).toBe(1);
    const step = (await desk.steps.list(run.workflowId)).find(({ kind }) => kind === 'tool');
    expect(step?.input).toMatchObject({ quantity: 1 });
  });

  it('that a person declines is not placed, the model reads why, and nobody is asked the same again', async () => {
    const desk = await orderDesk({
      scripts: {
        boss: (asked, turn) =>
          turn <= 2 ? calls(['create_paper_order', order]) : says(told(asked)),
      },
    });
    const run = await desk.start();
    const { id } = await desk.question(run.workflowId);
    await desk.decide(run.workflowId, id, { decision: 'reject', comment: 'too early' });
    const { report } = (await run.result()) as { report: string };
    expect(report).toContain('operator rejected the call of create_paper_order: too early');
    expect(await desk.account.rows()).toEqual([]);
    const all = await desk.approvals.list({ runId: run.workflowId, limit: 10 });
    expect(all.map(({ status }) => status)).toEqual(['rejected']);
    expect(await desk.attempts('create_paper_order')).toMatchObject([
      { outcome: 'waiting', message: expect.stringContaining('needs approval') },
      { outcome: 'refused', code: 'PERMISSION_DENIED' },
      { outcome: 'refused', code: 'PERMISSION_DENIED' },
    ]);
  });

  it('that nobody decides on in time is not placed, and the waiting is no time that the agent works', async () => {
    const desk = await orderDesk({
      agent: { sideEffects: { timeout: '2s' }, limits: { time: '1s' } },
      scripts: { boss: orders },
    });
    const run = await desk.start();
    const { report } = (await run.result()) as { report: string };
    expect(report).toContain('The approval of the call of create_paper_order expired');
    expect(await desk.account.rows()).toEqual([]);
  });

  it('beyond a gate is refused before anybody is asked, the model reads it, and the audit shows it', async () => {
    let asked: JsonObject = {};
    const desk = await orderDesk({
      scripts: {
        boss: (said, turn) =>
          turn === 1 ? calls(['create_paper_order', argsWith(asked)]) : says(told(said)),
      },
    });
    for (const [index, { gate, why, ...given }] of gates.entries()) {
      asked = given.asked ?? {};
      await desk.setGates(given.gates ?? {});
      const run = await desk.start();
      const { report } = (await run.result()) as { report: string };
      expect(report, gate).toContain(why);
      expect(await desk.approvals.list({ runId: run.workflowId, limit: 10 }), gate).toEqual([]);
      expect((await desk.attempts('create_paper_order'))[index], gate).toMatchObject({
        outcome: 'refused',
        code: 'EXECUTION_ERROR',
        message: expect.stringContaining(why),
      });
    }
    await desk.setGates({});
    await desk.stopTrading();
    asked = {};
    const run = await desk.start();
    expect(await run.result()).toMatchObject({
      report: expect.stringContaining('trading is stopped'),
    });
    expect(await desk.account.rows()).toEqual([]);
  });

  it.each([
    ['the switch off', { aiTrading: false }, 'PERMISSION_DENIED', 'trading by Baton is off'],
    ['too low a plan', { plan: 'free' }, 'PLAN_REQUIRED', 'needs the plan "pro"'],
  ] as const)(
    'with %s is refused, the model reads it, and the audit shows it',
    async (_name, settings, code, why) => {
      const desk = await orderDesk({
        ...settings,
        agent: { tools: ['create_paper_order'] },
        scripts: { boss: orders },
      });
      const run = await desk.start();
      const { report } = (await run.result()) as { report: string };
      expect(JSON.parse(report)).toMatchObject({
        error: { type: code, message: expect.stringContaining(why) },
      });
      expect(await desk.attempts('create_paper_order')).toMatchObject([
        { outcome: 'refused', code },
      ]);
      expect(await desk.account.rows()).toEqual([]);
    },
  );

  it('is checked again after the approval: the kill switch turned meanwhile keeps it out', async () => {
    const desk = await orderDesk({ scripts: { boss: orders } });
    const run = await desk.start();
    const { id } = await desk.question(run.workflowId);
    await desk.stopTrading();
    await desk.decide(run.workflowId, id, { decision: 'approve' });
    const { report } = (await run.result()) as { report: string };
    expect(report).toContain('trading is stopped');
    expect(await desk.account.rows()).toMatchObject([{ status: 'denied' }]);
  });

  it('is placed without a person where its profile allows that, and only looked at with checkOnly', async () => {
    const desk = await orderDesk({
      agent: { sideEffects: { policy: 'allow' } },
      scripts: { boss: orders },
    });
    await (await desk.start()).result();
    expect(await desk.account.rows()).toMatchObject([{ status: 'accepted' }]);
    const looking = await orderDesk({
      scripts: {
        boss: (asked, turn) =>
          turn === 1
            ? calls(['create_paper_order', argsWith({ checkOnly: true })])
            : says(told(asked)),
      },
    });
    const { report } = (await (await looking.start()).result()) as { report: string };
    expect(JSON.parse(report)).toMatchObject({ wouldBeTaken: true });
    expect(await looking.account.rows()).toEqual([]);
  });

  it('is one order, however often its activity is tried', async () => {
    const desk = await orderDesk({
      agent: { sideEffects: { policy: 'allow' } },
      scripts: { boss: orders },
    });
    const run = await desk.start();
    await run.result();
    const runTool = createRunTool(desk);
    const runId = run.workflowId;
    const input = {
      runId,
      nodePath: 'look',
      step: 'turn-1.call-0',
      tool: 'create_paper_order',
      args: { conversationId: `${runId}/look`, turn: 1, call: 0 },
      allowedTools: ['create_paper_order'],
    };
    for (let attempt = 2; attempt <= 100; attempt += 1) {
      const activity = new MockActivityEnvironment({ attempt, startToCloseTimeoutMs: 60_000 });
      await activity.run(runTool, input);
    }
    expect(await desk.account.rows()).toHaveLength(1);
  });

  it('needs a person whatever the profile says where the operator has it so', async () => {
    const desk = await orderDesk({
      agent: { sideEffects: { policy: 'allow' } },
      sideEffects: 'ask',
      scripts: { boss: orders },
    });
    const run = await desk.start();
    const { id } = await desk.question(run.workflowId);
    await desk.decide(run.workflowId, id, { decision: 'reject' });
    await run.result();
    expect(await desk.account.rows()).toEqual([]);
  });

  it('with wrong arguments is refused at once: nobody is asked about them', async () => {
    const desk = await orderDesk({
      scripts: {
        boss: (asked, turn) => {
          if (turn === 1) return calls(['create_paper_order', argsWith({ quantity: 'two' })]);
          return says(refusalIn(asked).type);
        },
      },
    });
    const run = await desk.start();
    expect(await run.result()).toEqual({ report: 'VALIDATION_ERROR' });
    expect(await desk.approvals.list({ runId: run.workflowId, limit: 10 })).toEqual([]);
  });
});
