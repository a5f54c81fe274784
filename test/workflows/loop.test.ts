import { ApplicationFailure, WorkflowFailedError } from '@temporalio/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunToolInput } from '../../contracts/activities/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { requestCancel } from '../../workflows/messages.ts';
import { permanent } from './support/fake-activities.ts';
import type { Scripts } from './support/fake-activities.ts';
import { delivers } from './support/model-answers.ts';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const argsOf = (input: RunToolInput) =>
  ('value' in input.args ? input.args.value : {}) as JsonObject;

/** Adds one to what the round before gave, by a tool. */
const round: PipelineParts = {
  name: 'round',
  inputs: { type: 'object', properties: { n: { type: 'number' } } },
  nodes: [{ id: 'add', kind: 'tool', tool: 'echo', args: { n: '{{ inputs.n + 1.0 }}' } }],
  output: '{{ nodes.add.output }}',
};

async function started(fields: object, scripts: Scripts = {}, pipeline = round) {
  harness = await startHarness(scripts);
  const node = {
    id: 'count',
    kind: 'loop' as const,
    pipeline: 'round',
    inputs: { n: '{{ round.?last.?n.orValue(inputs.from) }}' },
    ...fields,
  };
  const options = { input: { from: 10 }, pipelines: [pipeline] };
  return harness.start({ nodes: [node], output: '{{ nodes.count.output }}' }, options);
}

describe('a loop', () => {
  it('hands on what each round gives, until its condition holds after one', async () => {
    const run = await started({ until: 'round.last.n >= 12.0 && round.number == 2' });
    expect(await run.result()).toEqual({ ended: 'condition', rounds: 2, last: { n: 12 } });
    expect(harness.recorded.tools.map(({ nodePath }) => nodePath)).toEqual([
      'count.round-1/add',
      'count.round-2/add',
    ]);
  });

  it('ends after as many rounds as it may have', async () => {
    const run = await started({ maximumRounds: 3, until: 'false' });
    expect(await run.result()).toEqual({ ended: 'rounds', rounds: 3, last: { n: 13 } });
    const parts = ['completed', 'completed', 'completed'];
    expect(harness.recorded.finished?.nodes).toMatchObject([{ parts }]);
  });

  it('ends when its time is up, with what the last round that was completed gave', async () => {
    const forever = { status: 'waiting' as const, retryAfterMs: 1_000_000, reason: 'never' };
    const run = await started(
      { maximumTime: '2s' },
      { tool: (input) => (argsOf(input)['n'] === 12 ? forever : argsOf(input)) },
    );
    expect(await run.result()).toEqual({ ended: 'time', rounds: 1, last: { n: 11 } });
    expect(harness.recorded.finished?.status).toBe('completed');
    const cut = harness.recorded.children.find(({ path }) => path === 'count.round-2');
    expect(cut?.nodes).toMatchObject([{ id: 'add', status: 'cancelled' }]);
    expect(harness.recorded.finished?.nodes).toMatchObject([{ parts: ['completed', 'cancelled'] }]);
  });

  it('ends when a call is refused since its money is used up, however deep in a round', async () => {
    harness = await startHarness({
      model({ nodePath, runId }) {
        if (nodePath.includes('round-1/')) return delivers({ report: 'first' });
        const told = { account: `loop:${runId}/count` };
        throw ApplicationFailure.nonRetryable('no money', 'BudgetExceeded', null, told);
      },
    });
    const run = await harness.start(
      {
        nodes: [{ id: 'count', kind: 'loop', pipeline: 'round', maximumUsd: 1 }],
        output: '{{ nodes.count.output }}',
      },
      {
        pipelines: [
          { name: 'round', nodes: [{ id: 'deep', kind: 'pipeline', pipeline: 'below' }] },
          { name: 'below', nodes: [{ id: 'say', kind: 'agent', agent: 'research', task: 'Say' }] },
        ],
      },
    );
    const last = { deep: { say: { report: 'first' } } };
    expect(await run.result()).toEqual({ ended: 'money', rounds: 1, last });
    const account = `loop:${run.workflowId}/count`;
    const budgets = harness.recorded.conversations.map((opened) => opened.budgets);
    expect(budgets).toMatchObject([[{ account, usd: 1, onLimit: 'stop' }], [{ account }]]);
  });

  it('that goes on in a child has the money that the plan of the child leaves it', async () => {
    harness = await startHarness({
      model: () => delivers({ report: 'said' }),
      childRetry: ({ of, path }) =>
        path === 'desk'
          ? { of, kept: [], continued: ['count'], leftUsd: { count: 0.4 } }
          : { of, kept: [], continued: [] },
    });
    const loop = { id: 'count', kind: 'loop', pipeline: 'round', maximumUsd: 1, maximumRounds: 1 };
    const run = await harness.start(
      { nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'desk' }] },
      {
        retry: { of: 'run_before', kept: [], continued: ['desk'] },
        pipelines: [
          { name: 'desk', nodes: [loop as never] },
          { name: 'round', nodes: [{ id: 'say', kind: 'agent', agent: 'research', task: 'Say' }] },
        ],
      },
    );
    await run.result();
    const account = `loop:${run.workflowId}/desk/count`;
    const budgets = harness.recorded.conversations.map((opened) => opened.budgets);
    expect(budgets).toMatchObject([[{ account, usd: 0.4 }]]);
  });

  it('fails with a round that fails, and says which it was', async () => {
    const run = await started(
      {},
      {
        tool(input) {
          if (argsOf(input)['n'] === 12) throw permanent('Broken', 'two is broken');
          return argsOf(input);
        },
      },
    );
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished?.error).toEqual({
      node: 'count',
      type: 'Broken',
      message: 'round 2 of count: add: two is broken',
    });
    expect(harness.recorded.tools).toHaveLength(2);
  });

  it('begins no further round once its run is cancelled', async () => {
    const begun = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const run = await started(
      {},
      {
        async tool(input) {
          if (argsOf(input)['n'] !== 12) return argsOf(input);
          begun.resolve();
          await free.promise;
          return argsOf(input);
        },
      },
    );
    await begun.promise;
    await run.signal(requestCancel, { by: 'operator' });
    free.resolve();
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      status: 'cancelled',
      nodes: [{ id: 'count', status: 'cancelled' }],
    });
    expect(harness.recorded.tools).toHaveLength(2);
  });
});
