import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { ApprovalDecision } from '../../../workflows/messages.ts';
import type { PipelineParts } from '../support/harness.ts';
import { order, orderDesk, told } from './support/order-desk.ts';
import { calls, says } from '../support/scripted-agents.ts';

type Desk = Awaited<ReturnType<typeof orderDesk>>;
type Prices = { prices?: number[] };

/** The ways in which a person comes to approve an order; `patience` is how long one is waited for. */
const ways: Record<
  string,
  (given: Prices & { patience?: string }) => Promise<{ at: Desk; pipeline?: PipelineParts }>
> = {
  async 'an approval node'({ patience = '1h', prices }) {
    const args = '{{ nodes.confirm.output.args }}';
    return {
      at: await orderDesk({ scripts: {}, ...(prices && { prices }) }),
      pipeline: {
        nodes: [
          {
            id: 'confirm',
            kind: 'approval',
            show: 'an order',
            tool: 'create_paper_order',
            args: order,
            timeout: patience,
          },
          { id: 'order', kind: 'tool', tool: 'create_paper_order', args },
        ],
        edges: [{ from: 'confirm', to: 'order' }],
      },
    };
  },
  async "an agent's own call"({ patience = '1h', prices }) {
    return {
      at: await orderDesk({
        agent: { sideEffects: { timeout: patience } },
        scripts: {
          boss: (asked, turn) =>
            turn === 1 ? calls(['create_paper_order', order]) : says(told(asked)),
        },
        ...(prices && { prices }),
      }),
    };
  },
  async "a node's own call"({ patience = '1h', prices }) {
    const sideEffects = { policy: 'ask', timeout: patience } as const;
    return {
      at: await orderDesk({ scripts: {}, ...(prices && { prices }) }),
      pipeline: {
        nodes: [
          { id: 'order', kind: 'tool', tool: 'create_paper_order', args: order, sideEffects },
        ],
      },
    };
  },
};

async function ask(way: string, given: Prices & { patience?: string } = {}) {
  const { at, pipeline } = await ways[way]!(given);
  const run = await at.start({ ...(pipeline && { pipeline }) });
  return { at, run };
}

/** How a run ended: by its output, or by its error. */
async function endOf(at: Desk, run: Awaited<ReturnType<Desk['start']>>): Promise<string> {
  await run.result().catch(() => undefined);
  const { output, error } = (await at.runs.get(run.workflowId)) ?? {};
  return JSON.stringify(output ?? error);
}

describe.each(Object.keys(ways))('an order approved by way of %s', { timeout: 120_000 }, (way) => {
  it('is the one that was shown: a decision on anything else decides nothing', async () => {
    const { at, run } = await ask(way);
    const question = await at.question(run.workflowId);
    expect(question).toMatchObject({ tool: 'create_paper_order', args: order });
    const { id, hash, workflowId } = question;
    await at.decide(workflowId, id, { decision: 'reject', hash: 'f'.repeat(64) });
    await at.decide(workflowId, id, { decision: 'approve', hash });
    await run.result();
    const [row] = await at.account.rows();
    const { quantity, limitPrice, ...rest } = row!;
    expect({ quantity: Number(quantity), limitPrice: Number(limitPrice) }).toEqual({
      quantity: order.quantity,
      limitPrice: order.limitPrice,
    });
    expect(rest).toMatchObject({ symbol: 'ABC', side: 'buy', status: 'accepted' });
  });

  it('is not placed by a forged decision, which is on record', async () => {
    const { at, run } = await ask(way);
    const { id, hash, workflowId } = await at.question(run.workflowId);
    const token = (await at.approvals.tokenOf(id)) ?? '';
    const forged: [reason: string, decision: Partial<ApprovalDecision>][] = [
      ['no-token', { token: undefined }],
      ['wrong-token', { token: token.toLowerCase() }],
      ['wrong-token', { token: createHash('sha256').update(token).digest('hex') }],
      ['wrong-token', { token: '' }],
      ['not-an-approver', { by: 'a stranger' }],
      ['other-content', { hash: 'f'.repeat(64) }],
    ];
    for (const [, decision] of forged) {
      await at.decide(workflowId, id, { decision: 'approve', ...decision });
    }
    const reasons = async () => {
      const { refusals } = (await at.approvals.get(id))!;
      return refusals.toSorted((a, b) => a.number - b.number).map(({ reason }) => reason);
    };
    await expect.poll(reasons, { timeout: 20_000 }).toEqual(forged.map(([reason]) => reason));
    expect(await at.approvals.get(id)).toMatchObject({ status: 'pending', decidedBy: null });
    expect(await at.account.rows()).toEqual([]);
    // The decision that counts, and the same once more.
    await at.decide(workflowId, id, { decision: 'reject', hash });
    await at.decide(workflowId, id, { decision: 'approve', hash }).catch(() => undefined);
    await endOf(at, run);
    await at.decide(workflowId, id, { decision: 'approve', hash }).catch(() => undefined);
    expect(await at.approvals.get(id)).toMatchObject({ status: 'rejected' });
    expect(await at.account.rows()).toEqual([]);
  });

  it('is not placed with changed arguments that do not fit the tool, and waits for others', async () => {
    const { at, run } = await ask(way);
    const { id, workflowId } = await at.question(run.workflowId);
    const args: JsonObject = { ...order, limitPrice: null, quantity: -1 };
    await at.decide(workflowId, id, { decision: 'approve', args });
    const refusals = async () => (await at.approvals.get(id))?.refusals;
    await expect.poll(refusals, { timeout: 20_000 }).toMatchObject([
      {
        by: 'operator',
        reason: 'invalid-args',
        detail: expect.stringContaining('args.quantity'),
      },
    ]);
    expect(await at.approvals.get(id)).toMatchObject({ status: 'pending', decidedBy: null });
    expect(await at.account.rows()).toEqual([]);
    await at.decide(workflowId, id, { decision: 'approve', args: { ...order, quantity: 1 } });
    await endOf(at, run);
    const [row] = await at.account.rows();
    expect(Number(row?.quantity)).toBe(1);
  });

  it('is placed once, also where its decision is sent again', async () => {
    const { at, run } = await ask(way);
    const { id, workflowId } = await at.question(run.workflowId);
    const approve = () => at.decide(workflowId, id, { decision: 'approve' });
    await Promise.all([approve(), approve(), approve()]);
    await endOf(at, run);
    await approve().catch(() => undefined);
    expect(await at.account.rows()).toHaveLength(1);
  });

  it('is not placed after the approval has expired, whatever is decided then', async () => {
    const { at, run } = await ask(way, { patience: '1s' });
    const { id, workflowId } = await at.question(run.workflowId);
    await endOf(at, run);
    await at.decide(workflowId, id, { decision: 'approve' }).catch(() => undefined);
    expect(await at.account.rows()).toEqual([]);
    const [asked] = await at.approvals.list({ runId: run.workflowId, limit: 10 });
    expect(asked?.status).toBe('expired');
  });

  it('is denied where the price has gone too far meanwhile', async () => {
    const { at, run } = await ask(way, { prices: [100, 110] });
    const { id, workflowId } = await at.question(run.workflowId);
    at.account.pass();
    await at.decide(workflowId, id, { decision: 'approve' });
    expect(await endOf(at, run)).toContain('from the reference price 100.00');
    expect(await at.account.rows()).toMatchObject([{ status: 'denied' }]);
  });

  it.each<[string, (at: Desk) => Promise<unknown>, string]>([
    ['the kill switch', (at) => at.stopTrading(), 'trading is stopped'],
    ['a gate', (at) => at.setGates({ orderNotional: 100 }), 'order limit'],
  ])('is checked again: %s that was set meanwhile keeps it out', async (_name, change, why) => {
    const { at, run } = await ask(way);
    const { id, workflowId } = await at.question(run.workflowId);
    await change(at);
    await at.decide(workflowId, id, { decision: 'approve' });
    expect(await endOf(at, run)).toContain(why);
    expect(await at.account.rows()).toMatchObject([{ status: 'denied' }]);
  });

  it('is checked as it was changed by the person who approved it', async () => {
    const { at, run } = await ask(way);
    const { id, workflowId } = await at.question(run.workflowId);
    const args: JsonObject = { ...order, quantity: 10_000 };
    await at.decide(workflowId, id, { decision: 'approve', args });
    await endOf(at, run);
    expect(await at.account.rows()).toMatchObject([{ status: 'denied' }]);
  });
});
