import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import { compilePipeline, pipelineHash } from '../../../contracts/pipelines/compile.ts';
import { sha256Hex } from '../../../contracts/base/hash.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import type { Pipeline, PipelineDocument } from '../../../contracts/pipelines/pipeline.ts';
import { exampleCatalog } from './catalog.ts';

function pipeline(name: string, nodes: PipelineDocument['nodes']): Pipeline {
  return pipelineSchema.parse({ name, nodes });
}

function shuffledKeys(value: unknown, order: (keys: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((member) => shuffledKeys(member, order));
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    order(Object.keys(members)).map((key) => [key, shuffledKeys(members[key], order)]),
  );
}

const document: PipelineDocument = {
  name: 'hashed',
  inputs: { type: 'object', properties: { symbol: { type: 'string' } } },
  nodes: [
    { id: 'a', kind: 'agent', agent: 'research', task: 'Look' },
    { id: 'b', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
  ],
  edges: [{ from: 'a', to: 'b' }],
  layout: { a: { x: 0, y: 0 } },
};

describe('the content hash', () => {
  test('is SHA-256', async () => {
    expect(await sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  test('does not see the order of keys, positions, or defaults that are written out', async () => {
    const expected = await pipelineHash(pipelineSchema.parse(document));
    const coordinate = fc.integer({ min: -1000, max: 1000 });
    await fc.assert(
      fc.asyncProperty(coordinate, fc.boolean(), async (x, reverse) => {
        const moved = { ...document, layout: { a: { x, y: x }, b: { x: 0, y: x } } };
        const order = (keys: string[]) => (reverse ? keys.toReversed() : keys.toSorted());
        const parsed = pipelineSchema.parse(shuffledKeys(moved, order));
        expect(await pipelineHash(parsed)).toBe(expected);
        expect(await pipelineHash(pipelineSchema.parse(parsed))).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });

  test('changes with the content', async () => {
    const before = await pipelineHash(pipelineSchema.parse(document));
    const after = await pipelineHash(pipelineSchema.parse({ ...document, edges: [] }));
    expect(after).not.toBe(before);
  });
});

describe('compiling', () => {
  test('takes along which tools of the nodes are quick, those of chains and children too', async () => {
    const node = { id: 'a', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } } as const;
    const inner = pipeline('inner', [{ ...node, next: [{ id: 'b', tool: 'sum@1', args: {} }] }]);
    const main = pipeline('main', [node, { id: 'p', kind: 'pipeline', pipeline: 'inner' }]);
    const { tools, agents } = exampleCatalog();
    const quick = { parameters: {}, sideEffect: false, quick: true };
    const catalog = {
      agents,
      tools: { ...tools, 'sum@1': quick, unused: quick },
      pipelines: { inner },
    };
    expect((await compilePipeline(main, catalog)).quickTools).toEqual(['sum@1']);
    const alone = await compilePipeline(pipeline('alone', [node]), catalog);
    expect(alone).not.toHaveProperty('quickTools');
  });

  test('takes along the agents and pipelines that are reached, and no others', async () => {
    const inner = pipeline('inner', [
      { id: 'a', kind: 'agent', agent: 'evaluation', task: 'Judge' },
    ]);
    const outer = pipeline('outer', [{ id: 'p', kind: 'pipeline', pipeline: 'inner' }]);
    const main = pipeline('main', [
      { id: 'p', kind: 'pipeline', pipeline: 'outer' },
      { id: 'a', kind: 'agent', agent: 'trading', task: 'Trade', delegates: ['boss'] },
    ]);
    const boss = { ...builtInAgents['leader']!, name: 'boss', delegates: ['research'] };
    const catalog = {
      ...exampleCatalog(),
      agents: { ...builtInAgents, boss },
      pipelines: { inner, outer, main },
    };
    const compiled = await compilePipeline(main, catalog);
    expect(Object.keys(compiled.pipelines).toSorted()).toStrictEqual(['inner', 'outer']);
    expect(Object.keys(compiled.agents).toSorted()).toStrictEqual([
      'boss',
      'evaluation',
      'research',
      'trading',
    ]);
    expect(compiled.pipeline).toBe(main);
    expect(compiled.hash).toBe(await pipelineHash(main));
  });

  test('refuses a name that is not in the catalog', async () => {
    const main = pipeline('main', [{ id: 'a', kind: 'agent', agent: 'toString', task: 'x' }]);
    await expect(compilePipeline(main, exampleCatalog())).rejects.toThrow(
      'no agent named toString; validate the pipeline first',
    );
  });
});
