import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunToolInput } from '../../contracts/activities/index.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { permanent } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const argsOf = (input: RunToolInput) =>
  ('value' in input.args ? input.args.value : {}) as JsonObject;
const items: Json = "{{ inputs.numbers.map(n, {'n': n}) }}";
const double = (input: RunToolInput) => Number(argsOf(input)['n']) * 2;

describe('a map', () => {
  it('gives what the tool gave for each item, in order, whichever was done first', async () => {
    const ended: number[] = [];
    const first = Promise.withResolvers<void>();
    harness = await startHarness({
      async tool(input) {
        const n = Number(argsOf(input)['n']);
        // The first ends after another.
        if (n === 1) await first.promise;
        else first.resolve();
        ended.push(n);
        return { n, shared: argsOf(input)['shared'] ?? null };
      },
    });
    const run = await harness.start(
      {
        nodes: [{ id: 'each', kind: 'map', tool: 'echo', items, args: { shared: 'x', n: 0 } }],
        output: '{{ nodes.each.output.map(o, [o.n, o.shared]) }}',
      },
      { input: { numbers: [1, 2, 3] } },
    );
    expect(await run.result()).toEqual([
      [1, 'x'],
      [2, 'x'],
      [3, 'x'],
    ]);
    expect(ended[0]).not.toBe(1);
    const steps = harness.recorded.tools.map(({ nodePath, step }) => `${nodePath} ${step}`);
    expect(steps.toSorted()).toEqual(['each item-1', 'each item-2', 'each item-3']);
  });

  it('runs no more at a time than it may', async () => {
    let [running, most] = [0, 0];
    harness = await startHarness({
      async tool(input) {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return double(input);
      },
    });
    const run = await harness.start(
      { nodes: [{ id: 'each', kind: 'map', tool: 'echo', items, concurrency: 2 }] },
      { input: { numbers: Array.from({ length: 12 }, (_, n) => n) } },
    );
    const result = (await run.result()) as { each: number[] };
    expect(result.each).toEqual(Array.from({ length: 12 }, (_, n) => n * 2));
    expect(most).toBeLessThanOrEqual(2);
  });

  it('gives nothing for an empty list', async () => {
    harness = await startHarness();
    const run = await harness.start(
      { nodes: [{ id: 'each', kind: 'map', tool: 'echo', items }] },
      { input: { numbers: [] } },
    );
    expect(await run.result()).toEqual({ each: [] });
  });

  it('fails with the first item that fails, and begins no further one', async () => {
    harness = await startHarness({
      tool(input) {
        if (Number(argsOf(input)['n']) === 2) throw permanent('Broken', 'two is broken');
        return double(input);
      },
    });
    const run = await harness.start(
      { nodes: [{ id: 'each', kind: 'map', tool: 'echo', items, concurrency: 1 }] },
      { input: { numbers: [1, 2, 3, 4] } },
    );
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      status: 'failed',
      error: { node: 'each', message: 'item 2 of each, {"n":2}: two is broken', type: 'Broken' },
    });
    expect(harness.recorded.tools.map((input) => argsOf(input)['n'])).toEqual([1, 2]);
    const parts = ['completed', 'failed', 'pending', 'pending'];
    expect(harness.recorded.finished?.nodes).toMatchObject([{ parts }]);
  });

  it('has the error in the place of the output where items may fail', async () => {
    harness = await startHarness({
      tool(input) {
        if (Number(argsOf(input)['n']) === 2) throw permanent('Broken', 'two is broken');
        return double(input);
      },
    });
    const run = await harness.start(
      { nodes: [{ id: 'each', kind: 'map', tool: 'echo', items, onItemError: 'continue' }] },
      { input: { numbers: [1, 2, 3] } },
    );
    expect(await run.result()).toEqual({
      each: [2, { error: { type: 'Broken', message: 'two is broken' } }, 6],
    });
    const parts = ['completed', 'failed', 'completed'];
    expect(harness.recorded.finished?.nodes).toMatchObject([{ parts }]);
  });

  it('runs a pipeline for each item, with the defaults of its inputs', async () => {
    harness = await startHarness();
    const run = await harness.start(
      { nodes: [{ id: 'each', kind: 'map', pipeline: 'sum', items }] },
      {
        input: { numbers: [1, 2] },
        pipelines: [
          {
            name: 'sum',
            inputs: {
              type: 'object',
              properties: { n: { type: 'number' }, more: { type: 'number', default: 10 } },
            },
            nodes: [{ id: 'add', kind: 'transform', value: '{{ inputs.n + inputs.more }}' }],
            output: '{{ nodes.add.output }}',
          },
        ],
      },
    );
    expect(await run.result()).toEqual({ each: [11, 12] });
    expect(harness.recorded.children.map(({ path }) => path).toSorted()).toEqual([
      'each.item-1',
      'each.item-2',
    ]);
  });

  it.each([
    [
      '{{ inputs.numbers }}',
      'item 1 of each must be an object, the arguments of one call of echo, but is 1. Make objects',
    ],
    ['{{ size(inputs.numbers) }}', 'items of each must be a list'],
    ["{{ inputs.many.split(',').map(x, {'x': x}) }}", 'has 501 items; the limit is 500'],
  ])('says what is wrong with the items %s', async (given, message) => {
    harness = await startHarness();
    const run = await harness.start(
      { nodes: [{ id: 'each', kind: 'map', tool: 'echo', items: given }] },
      { input: { numbers: [1], many: 'a,'.repeat(500) } },
    );
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished?.error?.message).toContain(message);
  });
});
