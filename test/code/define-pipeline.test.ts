import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { definePipeline, defineTool, toolNode, z } from '../../code/index.ts';
import type { InputOf } from '../../code/index.ts';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';

const splitBill = defineTool({
  name: 'split_bill',
  description: 'Splits a bill among people.',
  category: 'calculate',
  schema: z.strictObject({ amount: z.number(), people: z.number().default(2) }),
  handle: ({ amount, people }) => amount / people,
});

const inCode = definePipeline({
  name: 'dinner',
  title: 'Dinner',
  inputs: z.object({
    amount: z.number().describe('In euros'),
    people: z.number().default(2),
  }),
  nodes: [
    toolNode(splitBill, { id: 'each', args: { amount: '{{ inputs.amount }}' } }),
    { id: 'dear', kind: 'condition', when: 'nodes.each.output > 50.0' },
    { id: 'warning', kind: 'transform', value: 'That is much' },
  ],
  edges: [
    { from: 'each', to: 'dear' },
    { from: 'dear', port: 'yes', to: 'warning' },
  ],
});

const inYaml = `
title: Dinner
name: dinner
inputs:
  type: object
  required: [amount]
  properties:
    amount: { type: number, description: In euros }
    people: { type: number, default: 2 }
nodes:
  - { id: each, kind: tool, tool: split_bill, args: { amount: '{{ inputs.amount }}' }, onError: fail }
  - { id: dear, kind: condition, when: nodes.each.output > 50.0 }
  - { id: warning, kind: transform, value: That is much }
edges:
  - { from: each, to: dear }
  - { from: dear, port: yes, to: warning }
`;

const hashOf = (document: unknown) => pipelineHash(pipelineSchema.parse(document));

describe('a pipeline in code', () => {
  it('has the content hash of its YAML, and of its drawing', async () => {
    const drawn = { ...JSON.parse(JSON.stringify(inCode)), layout: { each: { x: 10, y: 20 } } };
    expect(await hashOf(inCode)).toBe(await hashOf(parse(inYaml)));
    expect(await hashOf(inCode)).toBe(await hashOf(drawn));
  });

  it('has another hash when anything else of it changes', async () => {
    expect(await hashOf({ ...inCode, title: 'Lunch' })).not.toBe(await hashOf(inCode));
  });

  it('is what JSON can hold', () => {
    expect(JSON.parse(JSON.stringify(inCode))).toEqual(inCode);
  });

  it('tells all mistakes, each with its place and its fix', () => {
    expect(() =>
      definePipeline({
        name: 'Dinner Party',
        nodes: [{ id: 'each', kind: 'wait', for: 'soon' }],
      }),
    ).toThrow(/The pipeline Dinner Party has mistakes:\n {2}name: [^]*\n {2}nodes\[0\]\.for: /);
  });

  it('knows by its types what a run is given, and which nodes there are', () => {
    const given: InputOf<typeof inCode> = { amount: 84 };
    expect(given).toEqual({ amount: 84 });
    // @ts-expect-error -- the amount is missing
    const missing: InputOf<typeof inCode> = { people: 3 };
    expect(missing).toEqual({ people: 3 });
    definePipeline({
      name: 'dinner',
      nodes: [{ id: 'each', kind: 'wait', for: '1s' }],
      // @ts-expect-error -- there is no node of this name
      edges: [{ from: 'each', to: 'nobody' }],
    });
    // @ts-expect-error -- an amount is a number, or an expression
    toolNode(splitBill, { id: 'each', args: { amount: 'much' } });
  });
});
