import { describe, expect, test } from 'vitest';
import { compilePipeline } from '../../../../contracts/pipelines/compile.ts';
import { readDraft } from '../../../../contracts/pipelines/validation/draft.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { exampleCatalog } from '../catalog.ts';

const items: Json = "{{ ['SPX', 'ABC'].map(s, {'symbol': s}) }}";
const child = {
  name: 'child',
  inputs: {
    type: 'object',
    required: ['symbol'],
    properties: { symbol: { type: 'string' }, limit: { type: 'number', default: 5 } },
  },
  nodes: [{ id: 'one', kind: 'transform', value: 1 }],
};

function check(map: JsonObject, name = 'test') {
  const document = { name, nodes: [{ id: 'each', kind: 'map', items, ...map }] };
  const catalog = exampleCatalog();
  const { pipeline } = validatePipeline(child, catalog);
  catalog.pipelines['child'] = pipeline!;
  return { ...validatePipeline(document, catalog), catalog };
}

describe('a map node', () => {
  test('of a tool or a pipeline is valid, and compiles with what it runs', async () => {
    const ofTool = check({ tool: 'get_price' });
    expect(ofTool.problems).toEqual([]);
    const ofPipeline = check({ pipeline: 'child', args: { limit: 3 } });
    expect(ofPipeline.problems).toEqual([]);
    const compiled = await compilePipeline(ofPipeline.pipeline!, ofPipeline.catalog);
    expect(Object.keys(compiled.pipelines)).toEqual(['child']);
  });

  test.each<[JsonObject, string, string]>([
    [{}, 'nodes[0].tool', 'give either a tool or a pipeline'],
    [{ tool: 'get_price', pipeline: 'child' }, 'nodes[0].tool', 'give either a tool or a pipeline'],
    [{ tool: 'get_prise' }, 'nodes[0].tool', 'tool get_prise not found'],
    [{ pipeline: 'chidl' }, 'nodes[0].pipeline', 'pipeline chidl not found'],
    [
      { tool: 'get_price', args: { symbl: 'SPX' } },
      'nodes[0].args.symbl',
      'argument symbl not found',
    ],
    [{ pipeline: 'child', args: { limit: 'x' } }, 'nodes[0].args.limit', 'number'],
    [{ pipeline: 'child', retry: { maximumAttempts: 2 } }, 'nodes[0].retry', 'remove it'],
    [{ tool: 'get_price', items: 7 }, 'nodes[0].items', 'must be a list: write a list of objects'],
    [
      { tool: 'get_price', items: [{ symbol: 'SPX' }, 'ABC'] },
      'nodes[0].items[1]',
      'an item must be an object: the arguments of one call of get_price: write symbol: "ABC"',
    ],
    [{ tool: 'get_price', items: [{ symbl: 'SPX' }] }, 'nodes[0].items[0].symbl', 'did you mean'],
    [{ pipeline: 'child', items: [{ limit: 2 }] }, 'nodes[0].items[0].symbol', 'is missing'],
    [{ pipeline: 'child', items: [{ symbol: 3 }] }, 'nodes[0].items[0].symbol', 'must be text'],
    [{ tool: 'get_price', concurrency: 0 }, 'nodes[0].concurrency', '1'],
    [{ tool: 'get_price', items: '{{ nodes.gone.output }}' }, 'nodes[0].items', 'gone'],
  ])('%j is a mistake at %s', (map, path, message) => {
    const { problems } = check(map);
    const told = problems.map((problem) => [problem.path, `${problem.message}: ${problem.fix}`]);
    expect(told).toContainEqual([path, expect.stringContaining(message)]);
  });

  test('cannot run the pipeline that it is in', () => {
    const { problems } = check({ pipeline: 'test' });
    expect(problems).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('in a cycle: test → test') }),
    );
  });
});

test('a map that says nothing yet is read all the same, so that its form can be drawn', () => {
  const { draft, problems } = readDraft({ name: 'test', nodes: [{ id: 'each', kind: 'map' }] });
  expect(draft.nodes).toMatchObject([{ node: { id: 'each', kind: 'map' } }]);
  expect(problems.map(({ path }) => path)).toEqual(['nodes[0].items']);
});
