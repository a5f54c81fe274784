import { describe, expect, it } from 'vitest';
import { argsWith, order, orderDesk } from './support/order-desk.ts';
import type { RunState } from '../../../contracts/runs/run.ts';
import type { PipelineParts } from '../support/harness.ts';

type Nodes = PipelineParts['nodes'];

const source = 'read_page https://news.example/abc';
const read = {
  id: 'read',
  kind: 'tool',
  tool: 'read_page',
  args: { url: 'https://news.example/abc' },
} as const;
const buy = { id: 'buy', kind: 'tool', tool: 'create_paper_order', args: order } as const;
const confirm = { id: 'confirm', kind: 'approval', show: '{{ nodes.read.output }}' } as const;

/** An approval of exactly the order, and the order that was approved. */
const confirmBuy = { ...confirm, tool: buy.tool, args: order } as const;
const approvedArgs = '{{ nodes.confirm.output.args }}';
const approvedBuy = { ...buy, args: approvedArgs } as const;

/** One node after the other. */
function chain(...nodes: Nodes): PipelineParts {
  const ids = nodes.map(({ id }) => id);
  return { nodes, edges: ids.slice(1).map((to, index) => ({ from: ids[index]!, to })) };
}

const desk = () => orderDesk({ scripts: {} });
type Desk = Awaited<ReturnType<typeof desk>>;

const questionsOf = (at: Desk, runId: string) => at.approvals.list({ runId, limit: 10 });

describe('a side effect of a node', { timeout: 120_000 }, () => {
  it('waits for a person, who sees the call and why, and is then carried out once', async () => {
    const at = await desk();
    const run = await at.start({ pipeline: chain(read, buy) });
    const question = await at.question(run.workflowId);
    expect(question).toMatchObject({
      id: `${run.workflowId}.buy.tool`,
      nodePath: 'buy',
      title: 'Allow create_paper_order buy 2 ABC limit?',
      tool: 'create_paper_order',
      args: order,
      outside: [source],
      approvers: ['operator'],
      show: {
        node: 'buy',
        call: 'create_paper_order buy 2 ABC limit',
        reason: 'The call depends on untrusted content (1 source) that no one has approved.',
        outside: [source],
        checks: expect.arrayContaining(['kill switch: passed']),
      },
    });
    const state = await run.query<{ status: string; nodes: object[] }, []>('state');
    expect(state).toMatchObject({
      status: 'waiting',
      nodes: [{ status: 'completed' }, { id: 'buy', status: 'waiting' }],
    });
    expect(await at.account.rows()).toEqual([]);
    await at.decide(run.workflowId, question.id, { decision: 'approve', hash: question.hash });
    expect(await run.result()).toMatchObject({ buy: { order: { status: 'accepted' } } });
    expect(await at.account.rows()).toHaveLength(1);
  });

  it('that a person rejects fails the node, and says who rejected it and why', async () => {
    const at = await desk();
    const run = await at.start({ pipeline: chain(read, buy) });
    const { id } = await at.question(run.workflowId);
    await at.decide(run.workflowId, id, { decision: 'reject', comment: 'too dear' });
    await expect(run.result()).rejects.toThrow();
    expect(await at.runs.get(run.workflowId)).toMatchObject({
      status: 'failed',
      error: {
        type: 'PERMISSION_DENIED',
        node: 'buy',
        message: 'operator rejected the call of create_paper_order: too dear',
      },
    });
    expect(await at.account.rows()).toEqual([]);
  });

  it('that nobody decides on in time fails too, and the waiting is no time that the node works', async () => {
    const at = await desk();
    const patient = { ...buy, timeout: '1s', sideEffects: { timeout: '2s' } } as const;
    const run = await at.start({ pipeline: chain(read, patient) });
    await expect(run.result()).rejects.toThrow();
    expect((await at.runs.get(run.workflowId))?.error).toMatchObject({
      type: 'PERMISSION_DENIED',
      message: expect.stringContaining('The approval of the call of create_paper_order expired'),
    });
  });

  it('is carried out with the arguments that a person put in place of those asked for', async () => {
    const at = await desk();
    const run = await at.start({ pipeline: chain(read, buy) });
    const { id } = await at.question(run.workflowId);
    await at.decide(run.workflowId, id, {
      decision: 'approve',
      args: argsWith({ quantity: 1 }),
    });
    await run.result();
    const [placed] = await at.account.rows();
    expect(Number(placed?.quantity)).toBe(1);
  });

  it('is checked again after the approval: the kill switch turned meanwhile keeps it out', async () => {
    const at = await desk();
    const run = await at.start({ pipeline: chain(read, buy) });
    const { id } = await at.question(run.workflowId);
    await at.stopTrading();
    await at.decide(run.workflowId, id, { decision: 'approve' });
    await expect(run.result()).rejects.toThrow();
    expect((await at.runs.get(run.workflowId))?.error?.message).toContain('trading is stopped');
    expect(await at.account.rows()).toMatchObject([{ status: 'denied' }]);
  });

  it.each<[string, PipelineParts]>([
    ['an approval of exactly it', chain(read, confirmBuy, approvedBuy)],
    [
      'an approval of exactly it, of a later call of its chain',
      chain(
        { ...confirmBuy, show: 'this' },
        {
          id: 'look',
          kind: 'tool',
          tool: 'get_price',
          args: { symbol: 'ABC' },
          next: [{ id: 'buy', tool: 'create_paper_order', args: approvedArgs }],
        },
      ),
    ],
    ['a policy that allows it', chain(read, { ...buy, sideEffects: { policy: 'allow' } })],
  ])('is not asked about where there is %s', async (_name, pipeline) => {
    const at = await desk();
    const run = await at.start({ pipeline });
    if (pipeline.nodes.some(({ kind }) => kind === 'approval')) {
      const { id } = await at.question(run.workflowId);
      await at.decide(run.workflowId, id, { decision: 'approve' });
    }
    await run.result();
    expect(await at.account.rows()).toMatchObject([{ status: 'accepted' }]);
    const asked = await questionsOf(at, run.workflowId);
    expect(asked.filter(({ nodePath }) => nodePath !== 'confirm')).toEqual([]);
  });

  it('is asked about where no approval comes before it, also without anything from outside', async () => {
    const at = await desk();
    const run = await at.start({ pipeline: chain(buy) });
    const { id, show } = await at.question(run.workflowId);
    expect(show).toMatchObject({
      reason: expect.stringMatching(
        /^No approval in the pipeline is for exactly this call\. To be asked only once, /,
      ),
      outside: [],
    });
    expect(await at.account.rows()).toEqual([]);
    await at.decide(run.workflowId, id, { decision: 'approve' });
    await run.result();
    expect(await at.account.rows()).toMatchObject([{ status: 'accepted' }]);
  });

  it.each<[string, PipelineParts, PipelineParts[]?]>([
    ['what is read after the approval', chain({ ...confirm, show: 'go on?' }, read, buy)],
    [
      'what is read beside the approval',
      {
        nodes: [{ ...confirm, show: 'go on?' }, read, { id: 'both', kind: 'join' }, buy],
        edges: [
          { from: 'confirm', to: 'both' },
          { from: 'read', to: 'both' },
          { from: 'both', to: 'buy' },
        ],
      },
    ],
    [
      'what an earlier call of its own chain has read',
      chain({ ...read, next: [{ id: 'buy', tool: 'create_paper_order', args: order }] }),
    ],
    [
      'a policy that always asks',
      chain({ ...buy, sideEffects: { policy: 'ask', approvers: ['operator'] } }),
    ],
    [
      'what came before the pipeline that it is in',
      chain(read, { id: 'desk', kind: 'pipeline', pipeline: 'buys' }),
      [{ ...chain(buy), name: 'buys' }],
    ],
    [
      'what a child before it has read',
      chain({ id: 'reader', kind: 'pipeline', pipeline: 'reads' }, buy),
      [{ ...chain(read), name: 'reads' }],
    ],
    [
      'what was read before a child, whatever was approved in it',
      chain(read, { id: 'asks', kind: 'pipeline', pipeline: 'asks' }, buy),
      [{ ...chain({ ...confirm, show: 'go on?' }), name: 'asks' }],
    ],
    ['an approval that shows something else', chain({ ...confirm, show: 'go on?' }, buy)],
    [
      'an approval of the same arguments that it does not take',
      chain({ ...confirmBuy, show: 'this' }, buy),
    ],
    [
      'an approval of another tool',
      chain(
        { ...confirm, show: 'this', tool: 'http_get', args: order },
        { ...buy, args: approvedArgs },
      ),
    ],
    [
      'arguments that are only made of what was approved',
      chain(
        { ...confirmBuy, show: 'this' },
        { ...buy, args: { ...order, quantity: '{{ nodes.confirm.output.args.quantity }}' } },
      ),
    ],
    [
      'an approval above the pipeline that it is in',
      chain(read, confirm, { id: 'desk', kind: 'pipeline', pipeline: 'buys' }),
      [{ ...chain(buy), name: 'buys' }],
    ],
    [
      'an approval in a child before it',
      chain({ id: 'reader', kind: 'pipeline', pipeline: 'reads' }, buy),
      [{ ...chain(read, confirm), name: 'reads' }],
    ],
  ])('is asked about for %s', async (_name, pipeline, pipelines = []) => {
    const at = await desk();
    const run = await at.start({ pipeline, pipelines });
    const nodes = [pipeline, ...pipelines].flatMap((one) => one.nodes);
    if (nodes.some(({ kind }) => kind === 'approval')) {
      const { id, workflowId } = await at.question(run.workflowId);
      await at.decide(workflowId, id, { decision: 'approve' });
      const isClosed = async () =>
        (await questionsOf(at, run.workflowId)).find((one) => one.id === id)?.status;
      await expect.poll(isClosed, { timeout: 20_000 }).toBe('approved');
    }
    const question = await at.question(run.workflowId);
    expect(question).toMatchObject({ tool: 'create_paper_order', args: order });
    expect(await at.account.rows()).toEqual([]);
    await at.decide(question.workflowId, question.id, { decision: 'approve' });
    await run.result();
    expect(await at.account.rows()).toHaveLength(1);
  });

  it('is asked about for what came only after the approval had been asked for', async () => {
    const at = await desk();
    const run = await at.start({
      pipeline: {
        nodes: [
          { id: 'go', kind: 'transform', value: 'go on?' },
          { id: 'pause', kind: 'wait', for: '2s' },
          read,
          { id: 'first', kind: 'join', mode: 'any' },
          { ...confirm, show: '{{ nodes.go.output }}' },
          buy,
        ],
        edges: [
          { from: 'go', to: 'first' },
          { from: 'pause', to: 'read' },
          { from: 'read', to: 'first' },
          { from: 'first', to: 'confirm' },
          { from: 'confirm', to: 'buy' },
        ],
      },
    });
    const { id } = await at.question(run.workflowId);
    const statusOfRead = async () =>
      (await run.query<RunState, []>('state')).nodes.find((node) => node.id === 'read')?.status;
    expect(await statusOfRead()).not.toBe('completed');
    await expect.poll(statusOfRead, { timeout: 20_000 }).toBe('completed');
    await at.decide(run.workflowId, id, { decision: 'approve' });
    const asked = async () =>
      (await questionsOf(at, run.workflowId)).find(({ nodePath }) => nodePath === 'buy');
    await expect.poll(asked, { timeout: 20_000 }).toMatchObject({ outside: [source] });
    expect(await at.account.rows()).toEqual([]);
    await at.decide(run.workflowId, (await asked())!.id, { decision: 'reject' });
    await expect(run.result()).rejects.toThrow();
  });

  it('of a map is asked about for each item, and a rejected one leaves the others', async () => {
    const at = await desk();
    const run = await at.start({
      pipeline: chain(read, {
        id: 'buys',
        kind: 'map',
        tool: 'create_paper_order',
        items: [order, argsWith({ quantity: 3 })],
        concurrency: 1,
        onItemError: 'continue',
      }),
    });
    const first = await at.question(run.workflowId);
    expect(first).toMatchObject({ id: `${run.workflowId}.buys.item-1`, args: order });
    await at.decide(run.workflowId, first.id, { decision: 'reject' });
    const pending = async () =>
      (await questionsOf(at, run.workflowId)).find(({ status }) => status === 'pending')?.id;
    await expect.poll(pending, { timeout: 20_000 }).toBe(`${run.workflowId}.buys.item-2`);
    const state = await run.query<{ nodes: object[] }, []>('state');
    expect(state.nodes[1]).toMatchObject({ id: 'buys', status: 'waiting' });
    await at.decide(run.workflowId, `${run.workflowId}.buys.item-2`, { decision: 'approve' });
    expect(await run.result()).toMatchObject({
      buys: [{ error: { type: 'PERMISSION_DENIED' } }, { order: { quantity: 3 } }],
    });
    expect(await at.account.rows()).toHaveLength(1);
  });
});
