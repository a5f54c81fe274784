import { createHash } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunToolInput } from '../../contracts/activities/index.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { requestCancel, resolveApproval, stateQuery } from '../../workflows/messages.ts';
import { permanent } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';

type Harness = Awaited<ReturnType<typeof startHarness>>;
let harness: Harness;
afterEach(() => harness.stop());

const valueOf = (input: RunToolInput): Json => ('value' in input.args ? input.args.value : null);
const confirmNode = { id: 'confirm', kind: 'approval', show: 1 } as const;
const echo = (id: string, args: Json = {}) => ({ id, kind: 'tool', tool: 'echo', args }) as const;

describe('a pipeline', () => {
  it('ends at once, without running a node, if its outcome is known before', async () => {
    const ends = { action: 'no_data', symbol: 'XYZ', missing: ['the instrument XYZ'] };
    harness = await startHarness({ start: () => ({ ends }) });
    const run = await harness.start({
      nodes: [echo('first'), confirmNode],
      edges: [{ from: 'first', to: 'confirm' }],
    });
    expect(await run.result()).toEqual(ends);
    const { recorded } = harness;
    expect({ tools: recorded.tools, approvals: recorded.approvals }).toEqual({
      tools: [],
      approvals: [],
    });
    expect(recorded.finished).toMatchObject({
      status: 'completed',
      output: ends,
      nodes: [
        { id: 'first', status: 'skipped' },
        { id: 'confirm', status: 'skipped' },
      ],
    });
  });

  it('hands the output of each node to those that follow', async () => {
    harness = await startHarness({
      tool: (input) => ({ doubled: Number((valueOf(input) as { n: number }).n) * 2 }),
    });
    const run = await harness.start(
      {
        nodes: [
          echo('first', { n: '{{ inputs.n }}' }),
          echo('second', { n: '{{ nodes.first.output.doubled + 1 }}' }),
        ],
        edges: [{ from: 'first', to: 'second' }],
        output: '{{ nodes.second.output.doubled }}',
      },
      { input: { n: 3 } },
    );
    expect(await run.result()).toBe(14);
    expect(harness.recorded.finished).toMatchObject({ status: 'completed', output: 14 });
  });

  it('takes one branch at a condition and skips the other', async () => {
    harness = await startHarness();
    const run = await harness.start({
      nodes: [
        { id: 'check', kind: 'condition', when: '1 > 2' },
        echo('left'),
        echo('right'),
        echo('after_left'),
        {
          id: 'end',
          kind: 'transform',
          value: { left: '{{ nodes.?left.?output.orValue("none") }}' },
        },
      ],
      edges: [
        { from: 'check', port: 'yes', to: 'left' },
        { from: 'check', port: 'no', to: 'right' },
        { from: 'left', to: 'after_left' },
        { from: 'after_left', to: 'end' },
        { from: 'right', to: 'end' },
      ],
      output: '{{ nodes.end.output }}',
    });
    expect(await run.result()).toEqual({ left: 'none' });
    const statuses = harness.recorded.finished?.nodes.map(({ id, status }) => [id, status]);
    expect(Object.fromEntries(statuses ?? [])).toEqual({
      check: 'completed',
      left: 'skipped',
      after_left: 'skipped',
      right: 'completed',
      end: 'completed',
    });
  });

  it('runs independent nodes side by side and joins what arrived', async () => {
    const started = new Set<string>();
    const { promise: bothStarted, resolve: release } = Promise.withResolvers<void>();
    harness = await startHarness({
      async tool({ nodePath }) {
        started.add(nodePath);
        if (started.size === 2) release();
        await bothStarted;
        if (nodePath === 'bad') throw permanent('EXECUTION_ERROR', 'broken');
        return { from: nodePath };
      },
    });
    const run = await harness.start({
      nodes: [
        echo('good'),
        { ...echo('bad'), onError: 'continue' },
        { id: 'both', kind: 'join', mode: 'quorum', quorum: 1 },
      ],
      edges: [
        { from: 'good', to: 'both' },
        { from: 'bad', to: 'both' },
      ],
    });
    expect(await run.result()).toEqual({ both: { good: { from: 'good' } } });
  });

  it('leaves nodes that took another port out of a join', async () => {
    harness = await startHarness();
    const run = await harness.start({
      nodes: [
        { id: 'up', kind: 'condition', when: 'true' },
        { id: 'next', kind: 'transform', value: 7 },
        { id: 'last', kind: 'join' },
      ],
      edges: [
        { from: 'up', port: 'yes', to: 'next' },
        { from: 'up', port: 'no', to: 'last' },
        { from: 'next', to: 'last' },
      ],
    });
    expect(await run.result()).toEqual({ last: { next: 7 } });
  });

  it('takes the error port of a node that failed', async () => {
    harness = await startHarness({
      tool({ nodePath }) {
        if (nodePath === 'order') throw permanent('RATE_LIMIT', 'too many');
        return {};
      },
    });
    const run = await harness.start({
      nodes: [
        { ...echo('order'), onError: 'port' },
        echo('ok'),
        { id: 'sorry', kind: 'transform', value: '{{ nodes.order.error.type }}' },
      ],
      edges: [
        { from: 'order', to: 'ok' },
        { from: 'order', port: 'error', to: 'sorry' },
      ],
    });
    expect(await run.result()).toEqual({ sorry: 'RATE_LIMIT' });
  });

  it('fails with the node and the reason, and keeps what was done', async () => {
    harness = await startHarness({
      tool({ nodePath }) {
        if (nodePath === 'second') throw permanent('PERMISSION_DENIED', 'not allowed');
        return { done: true };
      },
    });
    const run = await harness.start({
      nodes: [echo('first'), echo('second'), echo('third')],
      edges: [
        { from: 'first', to: 'second' },
        { from: 'second', to: 'third' },
      ],
    });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      status: 'failed',
      error: { node: 'second', type: 'PERMISSION_DENIED', message: 'not allowed' },
      partial: { nodes: { first: { done: true } } },
    });
    expect(harness.recorded.tools.map(({ nodePath }) => nodePath)).toEqual(['first', 'second']);
  });

  it('fails with a readable error when an expression cannot be evaluated', async () => {
    harness = await startHarness();
    const run = await harness.start({
      nodes: [{ id: 'bad', kind: 'transform', value: '{{ inputs.missing.deeper }}' }],
    });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished?.error).toMatchObject({
      node: 'bad',
      type: 'ExpressionError',
    });
  });

  it('runs another pipeline as a child, with the defaults of its inputs', async () => {
    harness = await startHarness();
    const run = await harness.start(
      {
        nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'child', inputs: { a: 1 } }],
        output: '{{ nodes.desk.output }}',
      },
      {
        pipelines: [
          {
            name: 'child',
            inputs: { type: 'object', properties: { a: {}, b: { default: 2 } } },
            nodes: [{ id: 'sum', kind: 'transform', value: '{{ inputs.a + inputs.b }}' }],
            output: '{{ nodes.sum.output }}',
          },
        ],
      },
    );
    expect(await run.result()).toBe(3);
    expect(harness.recorded.children).toMatchObject([
      { path: 'desk', nodes: [{ id: 'sum', status: 'completed', output: 3 }] },
    ]);
  });

  it('records how the nodes of a child came out that fails, and of the child inside of it', async () => {
    harness = await startHarness({
      tool() {
        throw permanent('MarketClosed', 'closed');
      },
    });
    const run = await harness.start(
      { nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'outer' }] },
      {
        pipelines: [
          { name: 'outer', nodes: [{ id: 'inner', kind: 'pipeline', pipeline: 'last' }] },
          { name: 'last', nodes: [echo('buy')] },
        ],
      },
    );
    await expect(run.result()).rejects.toThrow();
    const failed = { status: 'failed', error: { type: 'MarketClosed' } };
    expect(harness.recorded.children).toMatchObject([
      { path: 'desk/inner', nodes: [{ id: 'buy', ...failed }] },
      { path: 'desk', nodes: [{ id: 'inner', ...failed }] },
    ]);
  });

  it('stores an output that is too large for the history', async () => {
    harness = await startHarness();
    const run = await harness.start(
      {
        nodes: [
          { id: 'big', kind: 'transform', value: '{{ inputs.text + inputs.text }}' },
          echo('use', { text: '{{ nodes.big.output }}' }),
        ],
        edges: [{ from: 'big', to: 'use' }],
        output: 'done',
      },
      { input: { text: 'x'.repeat(40_000) } },
    );
    await run.result();
    expect(harness.recorded.tools[0]?.args).toMatchObject({
      value: { text: { artifact: 'big', preview: expect.stringContaining('xxx') } },
    });
  });

  it('fails a node whose value is too large to be handed on, and says how large', async () => {
    harness = await startHarness();
    const run = await harness.start(
      { nodes: [{ id: 'huge', kind: 'transform', value: ['{{ inputs.t }}', '{{ inputs.t }}'] }] },
      { input: { t: 'é'.repeat(500_000) } },
    );
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished?.error).toMatchObject({
      node: 'huge',
      type: 'TooLarge',
      message: expect.stringContaining('the limit is 1500 KB'),
    });
  });

  it('stops waiting for a tool at the time limit of its node', async () => {
    harness = await startHarness({
      tool: () => ({ status: 'waiting', retryAfterMs: 60_000, reason: 'the next bar' }),
    });
    const run = await harness.start({ nodes: [{ ...echo('order'), timeout: '30s' }] });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      status: 'timeout',
      error: { type: 'Timeout', message: expect.stringContaining('the next bar') },
    });
  });

  it('calls a tool again, by a timer, while it waits for something outside', async () => {
    let calls = 0;
    harness = await startHarness({
      tool() {
        calls += 1;
        return calls < 3
          ? { status: 'waiting', retryAfterMs: 10, reason: 'the next bar' }
          : { status: 'completed', output: { filled: true }, preview: '' };
      },
    });
    const run = await harness.start({ nodes: [echo('order')] });
    expect(await run.result()).toEqual({ order: { filled: true } });
    expect(new Set(harness.recorded.tools.map(({ step }) => step))).toEqual(new Set(['tool']));
  });
});

describe('an approval', () => {
  const confirm = { id: 'confirm', kind: 'approval', show: { buy: 1 } } as const;
  const edges = [
    { from: 'confirm', port: 'approved', to: 'order' },
    { from: 'confirm', port: 'rejected', to: 'declined' },
  ];
  const withApproval = { nodes: [confirm, echo('order'), echo('declined')], edges };

  async function waiting(run: Awaited<ReturnType<Harness['start']>>) {
    await expect.poll(() => harness.recorded.approvals.length).toBe(1);
    await expect.poll(async () => (await run.query(stateQuery)).status).toBe('waiting');
    const id = harness.recorded.approvals[0]?.approvalId ?? '';
    expect(id).toBe(`${run.workflowId}.confirm`);
    return id;
  }

  /** How often it has begun to wait. */
  async function timersOf(run: Awaited<ReturnType<Harness['start']>>): Promise<number> {
    const { events } = await run.fetchHistory();
    return (events ?? []).filter((event) => event.timerStartedEventAttributes).length;
  }

  it('lets the run continue when it is approved', async () => {
    harness = await startHarness();
    const run = await harness.start(withApproval);
    const approvalId = await waiting(run);
    await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    expect(Object.keys((await run.result()) as object)).toEqual(['order']);
    expect(harness.recorded.closed).toMatchObject([{ status: 'approved', by: 'operator' }]);
  });

  it('counts only the first decision, by an approver, for the content that was shown', async () => {
    harness = await startHarness();
    const run = await harness.start(withApproval);
    const approvalId = await waiting(run);
    const approve = { approvalId, decision: 'approve', by: 'operator' } as const;
    await run.signal(resolveApproval, { ...approve, approvalId: `${approvalId}x` });
    await run.signal(resolveApproval, { ...approve, by: 'a stranger' });
    await run.signal(resolveApproval, { ...approve, hash: 'of other content' });
    await run.signal(resolveApproval, { ...approve, decision: 'reject', comment: 'too risky' });
    await run.signal(resolveApproval, approve);
    expect(Object.keys((await run.result()) as object)).toEqual(['declined']);
    expect(harness.recorded.closed).toMatchObject([{ status: 'rejected', comment: 'too risky' }]);
  });

  it('that has a token is decided by who has it, and by nobody else', async () => {
    harness = await startHarness({ token: 'open sesame' });
    const run = await harness.start(withApproval);
    const approvalId = await waiting(run);
    const approve = { approvalId, decision: 'approve', by: 'operator' } as const;
    const token = 'open sesame';
    const digest = createHash('sha256').update(token).digest('hex');
    await run.signal(resolveApproval, approve);
    await run.signal(resolveApproval, { ...approve, token: 'open barley' });
    await run.signal(resolveApproval, { ...approve, token: digest });
    await run.signal(resolveApproval, { ...approve, token, hash: 'of other content' });
    await run.signal(resolveApproval, { ...approve, token, by: 'a stranger' });
    await run.signal('resolveApproval', { ...approve, token: [token] });
    const { recorded } = harness;
    await vi.waitFor(() => expect(recorded.refusals).toHaveLength(6), { timeout: 20_000 });
    await run.signal(resolveApproval, { ...approve, decision: 'reject', token });
    await run.signal(resolveApproval, { ...approve, token });
    expect(Object.keys((await run.result()) as object)).toEqual(['declined']);
    expect(recorded.closed).toMatchObject([{ status: 'rejected' }]);
    // Activities of one moment end in any order.
    expect(recorded.refusals.map(({ by, reason }) => `${by}: ${reason}`).toSorted()).toEqual([
      'a stranger: not-an-approver',
      'operator: no-token',
      'operator: no-token',
      'operator: other-content',
      'operator: wrong-token',
      'operator: wrong-token',
    ]);
  });

  it('records only a few of many forged decisions, and can still be decided', async () => {
    harness = await startHarness({ token: 'open sesame' });
    const run = await harness.start(withApproval);
    const approvalId = await waiting(run);
    const forged = { approvalId, decision: 'approve', by: 'x'.repeat(500) } as const;
    for (let count = 0; count < 30; count += 1) await run.signal(resolveApproval, forged);
    const { recorded } = harness;
    await vi.waitFor(() => expect(recorded.refusals).toHaveLength(10), { timeout: 20_000 });
    const token = 'open sesame';
    await run.signal(resolveApproval, { ...forged, decision: 'reject', by: 'operator', token });
    expect(Object.keys((await run.result()) as object)).toEqual(['declined']);
    expect(harness.recorded.refusals).toHaveLength(10);
    expect(harness.recorded.refusals[0]).toMatchObject({ by: 'x'.repeat(100) });
  });

  it('is not decided by a signal whose payload is no decision', async () => {
    harness = await startHarness();
    const run = await harness.start(withApproval);
    const approvalId = await waiting(run);
    const typed: unknown[] = [
      { approvalId, decision: 'yes', by: 'operator' },
      { approvalId, by: 'operator' },
      { approvalId, decision: 'approve' },
      'approve',
      null,
    ];
    for (const payload of typed) await run.signal('resolveApproval', payload);
    await run.signal('resolveApproval');
    await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    expect(Object.keys((await run.result()) as object)).toEqual(['order']);
  });

  describe('of arguments that can be changed', () => {
    const order = { side: 'buy', quantity: 5 };
    const editable = { ...confirm, tool: 'create_paper_order', args: order };
    const given = { ...echo('order'), args: '{{ nodes.confirm.output.args }}' };
    const document = { ...withApproval, nodes: [editable, given, echo('declined')] };
    const argsOf = () => harness.recorded.tools.map(({ args }) => args);

    it('hands on what was asked for where nothing is changed', async () => {
      harness = await startHarness();
      const run = await harness.start(document);
      const approvalId = await waiting(run);
      expect(harness.recorded.approvals[0]?.editable).toEqual({
        tool: 'create_paper_order',
        args: order,
      });
      await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
      await run.result();
      expect(argsOf()).toEqual([{ value: order }]);
      expect(harness.recorded.closed[0]).not.toHaveProperty('editedArgs');
    });

    it('hands on what was approved instead, and keeps both on record', async () => {
      harness = await startHarness();
      const run = await harness.start(document);
      const approvalId = await waiting(run);
      const args = { ...order, quantity: 2 };
      await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator', args });
      await run.result();
      expect(argsOf()).toEqual([{ value: args }]);
      expect(harness.recorded.closed).toMatchObject([{ status: 'approved', editedArgs: args }]);
    });

    it.each([{ token: 'open sesame' }, {}])(
      'keeps waiting where they do not fit, with %j',
      async (sealed: { token?: string }) => {
        const misfit = ({ editedArgs }: { editedArgs?: JsonObject }) =>
          editedArgs?.['quantity'] === 'many' ? 'args.quantity is not a number' : undefined;
        harness = await startHarness({ ...sealed, misfit });
        const run = await harness.start(document);
        const approvalId = await waiting(run);
        const approve = { approvalId, decision: 'approve', by: 'operator', ...sealed } as const;
        await run.signal(resolveApproval, { ...approve, args: { ...order, quantity: 'many' } });
        await expect.poll(() => timersOf(run)).toBe(2);
        expect(harness.recorded.tools).toEqual([]);
        const args = { ...order, quantity: 2 };
        await run.signal(resolveApproval, { ...approve, args });
        await run.result();
        expect(argsOf()).toEqual([{ value: args }]);
        const refused = { reason: 'invalid-args', detail: 'args.quantity is not a number' };
        expect(harness.recorded.refusals).toMatchObject(sealed.token ? [refused] : []);
      },
    );

    it('is not decided by arguments that are no object, nor where nothing can be changed', async () => {
      harness = await startHarness();
      const run = await harness.start(withApproval);
      const approvalId = await waiting(run);
      const approve = { approvalId, decision: 'approve', by: 'operator' } as const;
      await run.signal('resolveApproval', { ...approve, args: 'all' });
      await run.signal(resolveApproval, { ...approve, args: { quantity: 1 } });
      await run.signal(resolveApproval, { ...approve, decision: 'reject' });
      expect(Object.keys((await run.result()) as object)).toEqual(['declined']);
    });
  });

  it('is rejected when nobody decides in time', async () => {
    harness = await startHarness();
    const impatient = { ...confirm, timeout: '50ms' };
    const run = await harness.start({
      nodes: [impatient, echo('order'), echo('declined')],
      edges,
    });
    expect(Object.keys((await run.result()) as object)).toEqual(['declined']);
    expect(harness.recorded.closed).toMatchObject([{ status: 'expired' }]);
  });

  it('inside a child pipeline is reached through the run', async () => {
    harness = await startHarness();
    const run = await harness.start(
      { nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'child' }] },
      { pipelines: [{ name: 'child', ...withApproval }] },
    );
    await expect.poll(() => harness.recorded.approvals.length).toBe(1);
    const approvalId = `${run.workflowId}.desk.confirm`;
    expect(harness.recorded.approvals[0]).toMatchObject({
      approvalId,
      workflowId: `${run.workflowId}/desk`,
    });
    const child = harness.client.workflow.getHandle(`${run.workflowId}/desk`);
    await expect.poll(async () => (await child.query(stateQuery)).status).toBe('waiting');
    await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    expect(await run.result()).toEqual({ desk: { order: {} } });
  });
});

describe('a cancelled run', () => {
  it('lets the running tool finish, starts nothing more and says what was done', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    harness = await startHarness({
      async tool() {
        await gate;
        return { finished: true };
      },
    });
    const run = await harness.start({
      nodes: [echo('first'), echo('second')],
      edges: [{ from: 'first', to: 'second' }],
    });
    await expect.poll(() => harness.recorded.tools.length).toBe(1);
    await run.signal(requestCancel, { by: 'operator', reason: 'changed my mind' });
    release();
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect((await run.describe()).status.name).toBe('CANCELLED');
    expect(harness.recorded.tools).toHaveLength(1);
    expect(harness.recorded.finished).toMatchObject({
      status: 'cancelled',
      cancel: { by: 'operator', reason: 'changed my mind' },
      partial: { nodes: { first: { finished: true } } },
    });
  });

  it('withdraws the approval that it waited for', async () => {
    harness = await startHarness();
    const run = await harness.start({
      nodes: [{ id: 'confirm', kind: 'approval', show: 'this' }, echo('order')],
      edges: [{ from: 'confirm', to: 'order' }],
    });
    await expect.poll(() => harness.recorded.approvals.length).toBe(1);
    await run.signal(requestCancel, { by: 'operator' });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.closed).toMatchObject([{ status: 'withdrawn' }]);
    expect(harness.recorded.tools).toEqual([]);
  });

  it('aborts the model call of an agent, and the agent ends with its run', async () => {
    let aborted = false;
    harness = await startHarness({
      async model() {
        const { Context } = await import('@temporalio/activity');
        const { cancelled } = Context.current();
        return cancelled.catch((error: unknown) => {
          aborted = true;
          throw error;
        });
      },
    });
    const run = await harness.start({
      nodes: [{ id: 'research', kind: 'agent', agent: 'research', task: 'Look' }],
    });
    await expect.poll(() => harness.recorded.models.length).toBe(1);
    await run.signal(requestCancel, { by: 'operator' });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(aborted).toBe(true);
    const agent = harness.client.workflow.getHandle(`${run.workflowId}/research`);
    expect((await agent.describe()).status.name).toBe('CANCELLED');
  });

  it('is cancelled by a signal without a payload too', async () => {
    harness = await startHarness();
    const run = await harness.start({ nodes: [confirmNode] });
    await expect.poll(() => harness.recorded.approvals.length).toBe(1);
    await run.signal('requestCancel');
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      status: 'cancelled',
      cancel: { by: 'unknown' },
    });
  });

  it('ends as cancelled too when the cancel comes from Temporal itself', async () => {
    harness = await startHarness();
    const run = await harness.start({ nodes: [confirmNode] });
    await expect.poll(() => harness.recorded.approvals.length).toBe(1);
    await run.cancel();
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished?.status).toBe('cancelled');
  });
});
