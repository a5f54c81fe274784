import { afterEach, describe, expect, it } from 'vitest';
import { resolveApproval } from '../../workflows/messages.ts';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

type Node = PipelineParts['nodes'][number];

const confirm = { id: 'confirm', kind: 'approval', show: { buy: 1 } } as const;
const order = { id: 'order', kind: 'tool', tool: 'echo' } as const;
const declined = { id: 'declined', kind: 'transform', value: 'declined' } as const;
const failed = {
  id: 'failed',
  kind: 'transform',
  value: '{{ nodes.confirm.error.type }}',
} as const;

/** An approval with a way for each end. */
const asked = (approval: Node): PipelineParts => ({
  nodes: [approval, order, declined],
  edges: [
    { from: 'confirm', to: 'order' },
    { from: 'confirm', port: 'rejected', to: 'declined' },
  ],
});

const statuses = () =>
  Object.fromEntries(
    (harness.recorded.finished?.nodes ?? []).map(({ id, status }) => [id, status]),
  );

describe('an approval that nobody gave', { timeout: 60_000 }, () => {
  it.each<[string, Partial<Node>, string]>([
    ['nobody decided in time', { timeout: '50ms', onTimeout: 'fail' }, 'timeout'],
    ['what it shows cannot be worked out', { show: '{{ inputs.missing }}' }, 'failed'],
    [
      'the arguments that may be changed cannot be worked out',
      { tool: 'echo', args: '{{ inputs.missing }}' },
      'failed',
    ],
  ])('does not count as given where %s and the run continues', async (_name, more, status) => {
    harness = await startHarness();
    const run = await harness.start(asked({ ...confirm, ...more, onError: 'continue' } as Node));
    expect(await run.result()).toEqual({ declined: 'declined' });
    expect(statuses()).toEqual({ confirm: status, order: 'skipped', declined: 'completed' });
    expect(harness.recorded.tools).toEqual([]);
  });

  it('leaves by the error port alone where there is one', async () => {
    harness = await startHarness();
    const impatient = { timeout: '50ms', onTimeout: 'fail', onError: 'port' } as const;
    const { nodes, edges = [] } = asked({ ...confirm, ...impatient });
    const run = await harness.start({
      nodes: [...nodes, failed],
      edges: [...edges, { from: 'confirm', port: 'error', to: 'failed' }],
    });
    expect(await run.result()).toEqual({ failed: 'Timeout' });
    expect(harness.recorded.tools).toEqual([]);
  });

  it('is missed by a join that wants as many', async () => {
    harness = await startHarness();
    const run = await harness.start({
      nodes: [
        confirm,
        { ...confirm, id: 'second' },
        { id: 'both', kind: 'join', mode: 'quorum', quorum: 2 },
        order,
      ],
      edges: [
        { from: 'confirm', to: 'both' },
        { from: 'second', to: 'both' },
        { from: 'both', to: 'order' },
      ],
    });
    await expect.poll(() => harness.recorded.approvals.length).toBe(2);
    const decide = (node: string, decision: 'approve' | 'reject') =>
      run.signal(resolveApproval, {
        approvalId: `${run.workflowId}.${node}`,
        decision,
        by: 'operator',
      });
    await decide('confirm', 'approve');
    await decide('second', 'reject');
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished?.error).toMatchObject({ node: 'both', type: 'JoinFailed' });
    expect(harness.recorded.tools).toEqual([]);
  });
});

describe('a condition that could not be evaluated', { timeout: 60_000 }, () => {
  it('does not count as yes where the run continues', async () => {
    harness = await startHarness();
    const run = await harness.start({
      nodes: [
        { id: 'worth_it', kind: 'condition', when: 'inputs.missing > 1', onError: 'continue' },
        order,
        declined,
      ],
      edges: [
        { from: 'worth_it', to: 'order' },
        { from: 'worth_it', port: 'no', to: 'declined' },
      ],
    });
    expect(await run.result()).toEqual({ declined: 'declined' });
    expect(harness.recorded.tools).toEqual([]);
  });
});
