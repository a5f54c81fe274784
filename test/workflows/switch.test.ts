import { afterEach, describe, expect, it } from 'vitest';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const parts: PipelineParts = {
  nodes: [
    {
      id: 'route',
      kind: 'switch',
      value: 'inputs.topic',
      cases: [
        { port: 'urgent', when: 'inputs.priority > 2.0' },
        { port: 'refund', is: 'refund' },
        { port: 'both', is: { b: 2, a: 1 } },
      ],
    },
    { id: 'call', kind: 'transform', value: 'called' },
    { id: 'pay', kind: 'transform', value: 'paid' },
    { id: 'two', kind: 'transform', value: 'two' },
    { id: 'file', kind: 'transform', value: 'filed' },
    { id: 'after', kind: 'transform', value: '{{ nodes.route.?output.orValue(null) }}' },
  ],
  edges: [
    { from: 'route', port: 'urgent', to: 'call' },
    { from: 'route', port: 'refund', to: 'pay' },
    { from: 'route', port: 'both', to: 'two' },
    { from: 'route', to: 'file' },
    ...['call', 'pay', 'two', 'file'].map((from) => ({ from, to: 'after' })),
  ],
};

describe('a switch', () => {
  it.each([
    [{ topic: 'refund', priority: 3 }, 'call', 'urgent'],
    [{ topic: 'refund', priority: 1 }, 'pay', 'refund'],
    [{ topic: { a: 1, b: 2 }, priority: 1 }, 'two', 'both'],
    [{ topic: 'other', priority: 1 }, 'file', 'default'],
    [{ topic: null, priority: 1 }, 'file', 'default'],
  ])('takes the first case that fits %j and skips the others', async (input, ran, port) => {
    harness = await startHarness();
    const run = await harness.start(parts, { input });
    expect(await run.result()).toEqual({ after: port });
    const statuses = (harness.recorded.finished?.nodes ?? []).map(({ id, status }) => [id, status]);
    const between = ['call', 'pay', 'two', 'file'];
    expect(statuses).toEqual([
      ['route', 'completed'],
      ...between.map((id) => [id, id === ran ? 'completed' : 'skipped']),
      ['after', 'completed'],
    ]);
  });

  it('goes the default way after a case that cannot be evaluated, where it may go on', async () => {
    harness = await startHarness();
    const [route, ...others] = parts.nodes;
    const nodes = [{ ...route!, onError: 'continue' as const }, ...others];
    const run = await harness.start({ ...parts, nodes }, { input: { topic: 'refund' } });
    await run.result();
    expect(harness.recorded.finished?.nodes?.slice(0, 5)).toMatchObject([
      { id: 'route', status: 'failed', error: { type: 'ExpressionError' } },
      { id: 'call', status: 'skipped' },
      { id: 'pay', status: 'skipped' },
      { id: 'two', status: 'skipped' },
      { id: 'file', status: 'completed' },
    ]);
  });
});
