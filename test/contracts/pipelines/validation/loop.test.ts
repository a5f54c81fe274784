import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { compilePipeline } from '../../../../contracts/pipelines/compile.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

const child = {
  name: 'child',
  inputs: {
    type: 'object',
    required: ['draft'],
    properties: { draft: { type: 'string' }, limit: { type: 'number', default: 5 } },
  },
  nodes: [{ id: 'one', kind: 'transform', value: 1 }],
};
const inputs = { draft: "{{ round.?last.?draft.orValue('') }}" };

function check(loop: JsonObject, others: JsonObject[] = []) {
  const nodes = [{ id: 'refine', kind: 'loop', pipeline: 'child', inputs, ...loop }, ...others];
  const catalog = exampleCatalog();
  catalog.pipelines['child'] = validatePipeline(child, catalog).pipeline!;
  return { ...validatePipeline({ name: 'test', nodes }, catalog), catalog };
}

describe('a loop node', () => {
  test('is valid with its limits, and compiles with what it repeats', async () => {
    const until = 'round.last.draft != "" || round.number > 2';
    const limits = { maximumRounds: 100, maximumTime: '1h', maximumUsd: 0.5 };
    const { problems, pipeline, catalog } = check({ until, ...limits });
    expect(problems).toEqual([]);
    const compiled = await compilePipeline(pipeline!, catalog);
    expect(Object.keys(compiled.pipelines)).toEqual(['child']);
  });

  test.each<[JsonObject, string, string]>([
    [{ pipeline: 'chidl' }, 'nodes[0].pipeline', 'pipeline chidl not found'],
    [{ pipeline: 'test' }, 'nodes[0].pipeline', 'in a cycle: test → test'],
    [{ inputs: {} }, 'nodes[0].inputs.draft', 'draft is missing'],
    [{ inputs: { draft: '{{ round.last.draft }}' } }, 'nodes[0].inputs.draft', 'no last round'],
    [{ until: 'round.lats.done' }, 'nodes[0].until', 'round has no field lats'],
    [{ until: '"yes"' }, 'nodes[0].until', 'not true or false'],
    [{ maximumRounds: 101 }, 'nodes[0].maximumRounds', '100'],
    [{ maximumTime: 'long' }, 'nodes[0].maximumTime', 'duration'],
    [{ maximumUsd: 0 }, 'nodes[0].maximumUsd', 'US dollars'],
    [{ retry: { maximumAttempts: 2 } }, 'nodes[0].retry', 'retry not found'],
  ])('%j is a mistake at %s', (loop, path, message) => {
    const { problems } = check(loop);
    const told = problems.map((problem) => [problem.path, `${problem.message}: ${problem.fix}`]);
    expect(told).toEqual([[path, expect.stringContaining(message)]]);
  });

  test('is what alone can read its rounds', () => {
    const other = { id: 'other', kind: 'transform', value: '{{ round.number }}' };
    expect(check({}, [other]).problems).toMatchObject([
      { path: 'nodes[1].value', message: expect.stringContaining('Unknown variable: round') },
    ]);
  });
});
