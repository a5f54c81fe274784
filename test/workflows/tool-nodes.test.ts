import { afterEach, describe, expect, it } from 'vitest';
import type { RunToolInput } from '../../contracts/activities/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { RunState } from '../../contracts/runs/run.ts';
import { permanent } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';

type Harness = Awaited<ReturnType<typeof startHarness>>;
type Run = Awaited<ReturnType<Harness['start']>>;
let harness: Harness;
afterEach(() => harness.stop());

const valueOf = (input: RunToolInput): Json => ('value' in input.args ? input.args.value : null);
const double = (input: RunToolInput) => ({ n: Number((valueOf(input) as { n: number }).n) * 2 });

const chain: PipelineParts['nodes'][number] = {
  id: 'sized',
  kind: 'tool',
  tool: 'double',
  args: { n: '{{ inputs.n }}' },
  next: [
    { id: 'more', tool: 'double', args: { n: '{{ calls.sized.n + 1 }}' } },
    { id: 'most', tool: 'double', args: { n: '{{ calls.more.n + calls.sized.n }}' } },
  ],
};

/** The activities that the server has in a run's history, by their type: local ones are not among them. */
async function dispatched(run: Run): Promise<string[]> {
  const { events } = await run.fetchHistory();
  return (events ?? []).flatMap(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
  );
}

describe('a chain of tools', () => {
  it('hands each answer to the calls after it, and gives all', async () => {
    harness = await startHarness({ tool: double });
    const run = await harness.start({ nodes: [chain] }, { input: { n: 3 } });
    expect(await run.result()).toEqual({
      sized: { sized: { n: 6 }, more: { n: 14 }, most: { n: 40 } },
    });
    expect(harness.recorded.tools.map(({ nodePath, step }) => [nodePath, step])).toEqual([
      ['sized', 'tool'],
      ['sized', 'tool.more'],
      ['sized', 'tool.most'],
    ]);
    expect((await dispatched(run)).filter((name) => name === 'runTool')).toHaveLength(3);
  });

  it('ends where a call fails: what comes after it is not called', async () => {
    harness = await startHarness({
      tool(input) {
        if (input.step === 'tool.more') throw permanent('EXECUTION_ERROR', 'more is broken');
        return double(input);
      },
    });
    const run = await harness.start({ nodes: [chain] }, { input: { n: 3 } });
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished?.error).toMatchObject({
      type: 'EXECUTION_ERROR',
      message: 'more is broken',
    });
    expect(harness.recorded.tools.map(({ step }) => step)).toEqual(['tool', 'tool.more']);
  });

  it('makes one call again, and not those before it', async () => {
    let tries = 0;
    harness = await startHarness({
      tool(input) {
        if (input.step !== 'tool.more') return double(input);
        tries += 1;
        if (tries === 1) throw new Error('for a moment');
        return double(input);
      },
    });
    const run = await harness.start({ nodes: [chain] }, { input: { n: 1 } });
    expect(await run.result()).toMatchObject({ sized: { more: { n: 6 } } });
    expect(harness.recorded.tools.map(({ step }) => step)).toEqual([
      'tool',
      'tool.more',
      'tool.more',
      'tool.most',
    ]);
  });
});

it('a chain reads what there was when it began, and not what ends meanwhile', async () => {
  const begun = Promise.withResolvers<void>();
  let run: Run | undefined;
  const isLateOver = async () =>
    (await run?.query<RunState, []>('state'))?.nodes.find(({ id }) => id === 'late')?.status;
  harness = await startHarness({
    async tool({ nodePath, step, ...input }) {
      if (nodePath === 'late') await begun.promise;
      if (nodePath === 'sized' && step === 'tool') {
        begun.resolve();
        await expect.poll(isLateOver, { timeout: 10_000 }).toBe('completed');
      }
      return valueOf({ nodePath, step, ...input });
    },
  });
  run = await harness.start({
    nodes: [
      { id: 'go', kind: 'transform', value: true },
      { id: 'late', kind: 'tool', tool: 'double', args: { n: 1 } },
      { id: 'first', kind: 'join', mode: 'any' },
      {
        id: 'sized',
        kind: 'tool',
        tool: 'double',
        args: {},
        next: [
          {
            id: 'more',
            tool: 'double',
            args: { late: '{{ nodes.?late.?output.orValue(null) }}' },
          },
        ],
      },
    ],
    edges: [
      { from: 'go', to: 'first' },
      { from: 'late', to: 'first' },
      { from: 'first', to: 'sized' },
    ],
  });
  expect(await run.result()).toEqual({ sized: { sized: {}, more: { late: null } } });
});

describe('a quick tool', () => {
  const node = { id: 'sum', kind: 'tool', tool: 'double', args: { n: 2 } } as const;

  it('runs where the workflow does, with no task in a queue', async () => {
    harness = await startHarness({ tool: double });
    const quick = await harness.start({ nodes: [node] }, { quickTools: ['double'] });
    expect(await quick.result()).toEqual({ sum: { n: 4 } });
    expect(await dispatched(quick)).not.toContain('runTool');
    const queued = await harness.start({ nodes: [node] });
    expect(await queued.result()).toEqual({ sum: { n: 4 } });
    expect(await dispatched(queued)).toContain('runTool');
    expect(harness.recorded.tools).toHaveLength(2);
  });

  it('is tried again, and waits where it is told to', async () => {
    let calls = 0;
    harness = await startHarness({
      tool(input) {
        calls += 1;
        if (calls === 1) throw new Error('for a moment');
        if (calls === 2) return { status: 'waiting', retryAfterMs: 10, reason: 'the limit' };
        return double(input);
      },
    });
    const run = await harness.start({ nodes: [node] }, { quickTools: ['double'] });
    expect(await run.result()).toEqual({ sum: { n: 4 } });
    expect(calls).toBe(3);
    expect(await dispatched(run)).not.toContain('runTool');
  });

  it('that fails for good fails its node with its code', async () => {
    harness = await startHarness({
      tool: () => {
        throw permanent('VALIDATION_ERROR', 'n is missing');
      },
    });
    const run = await harness.start({ nodes: [node] }, { quickTools: ['double'] });
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished?.error).toMatchObject({
      type: 'VALIDATION_ERROR',
      message: 'n is missing',
    });
  });

  it('of an agent runs where its workflow does', async () => {
    harness = await startHarness({
      model: ({ turn }) =>
        turn === 1
          ? {
              status: 'answered',
              preview: '',
              calls: [
                { call: 0, name: 'double', label: 'double', quick: true },
                { call: 1, name: 'get_price', label: 'get_price' },
              ],
            }
          : { status: 'answered', preview: '', calls: [], output: { report: 'done' } },
    });
    const run = await harness.start({
      nodes: [{ id: 'a', kind: 'agent', agent: 'research', task: 'Look' }],
    });
    await run.result();
    expect(harness.recorded.tools.map(({ tool }) => tool).toSorted()).toEqual([
      'double',
      'get_price',
    ]);
    const child = harness.client.workflow.getHandle(`${run.workflowId}/a`);
    expect((await dispatched(child as Run)).filter((name) => name === 'runTool')).toHaveLength(1);
  });
});
