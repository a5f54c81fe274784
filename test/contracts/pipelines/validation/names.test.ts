import { describe, expect, test } from 'vitest';
import { builtInAgents } from '../../../../contracts/agents/index.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import { exampleCatalog } from '../catalog.ts';
import { document, expectMistake, price, problemsOf } from './support.ts';
import type { Case } from './support.ts';

const agentNode = { id: 'a', kind: 'agent', agent: 'trading', task: 'Trade' };

const names: Case[] = [
  [
    'an unknown tool',
    document({ ...price, tool: 'get_prise' }),
    'nodes[0].tool',
    'tool get_prise not found',
    'did you mean get_price?',
  ],
  [
    'an inherited name as tool',
    document({ ...price, tool: 'constructor' }),
    'nodes[0].tool',
    'tool constructor not found',
    'choose one of: get_price',
  ],
  [
    'an unknown agent',
    document({ ...agentNode, agent: 'trader' }),
    'nodes[0].agent',
    'agent trader not found',
    'choose one of: research, trading',
  ],
  [
    'an unknown pipeline',
    document({ id: 'p', kind: 'pipeline', pipeline: 'desk' }),
    'nodes[0].pipeline',
    'pipeline desk not found',
    'there are none',
  ],
  [
    'a tool that is not the agent’s',
    document({ ...agentNode, tools: ['create_paper_order'] }),
    'nodes[0].tools[0]',
    'agent trading has no tool create_paper_order',
    'choose one of: get_price',
  ],
  [
    'an unknown delegate',
    document({ ...agentNode, delegates: ['reserch'] }),
    'nodes[0].delegates[0]',
    'agent reserch not found',
    'did you mean research?',
  ],
  [
    'delegation to itself',
    document({ ...agentNode, delegates: ['trading'] }),
    'nodes[0].delegates[0]',
    'an agent cannot delegate to itself',
    'remove it',
  ],
  [
    'a pipeline that runs itself',
    document({ id: 'p', kind: 'pipeline', pipeline: 'tested' }),
    'nodes[0].pipeline',
    'pipelines run each other in a cycle: tested → tested',
    'run another pipeline',
  ],
  [
    'a model without provider',
    document({ id: 'm', kind: 'model', prompt: 'Hi', models: ['gpt-5.2'] }),
    'nodes[0].models[0]',
    '"gpt-5.2" does not name a provider',
    'write provider:model',
  ],
  [
    'a form of an answer that is no JSON Schema',
    document({ id: 'm', kind: 'model', prompt: 'Hi', schema: { type: 'strin' } }),
    'nodes[0].schema.type',
    'JSON type strin not found',
    'did you mean string?',
  ],
  [
    'an unknown argument',
    document({ ...price, args: { symbl: 'SPX' } }),
    'nodes[0].args.symbl',
    'argument symbl not found',
    'did you mean symbol?',
  ],
  [
    'a missing argument',
    document({ ...price, args: {} }),
    'nodes[0].args.symbol',
    'symbol is missing',
    'give symbol a value',
  ],
  [
    'a literal argument that does not fit',
    document({ id: 'o', kind: 'tool', tool: 'get_ohlcv', args: { symbol: 'SPX', limit: 501 } }),
    'nodes[0].args.limit',
    'must be at most 500',
    'use at most 500',
  ],
  [
    'arguments that are a text',
    document({ ...price, args: 'SPX' }),
    'nodes[0].args',
    'must be an object',
    'one {{ expression }}',
  ],
];

test.each(names)('a wrong name is told once, with its place and a fix: %s', (...tested) => {
  expectMistake(tested);
});

describe('names that lead through the catalog', () => {
  test('agents may delegate to each other, in circles and deep', () => {
    const agent = builtInAgents['research']!;
    const all = Array.from({ length: 40 }, (_, index) => `agent_${index}`);
    const agents = Object.fromEntries(
      all.map((name) => [
        name,
        { ...agent, name, delegates: all.filter((other) => other !== name) },
      ]),
    );
    const node = { id: 'x', kind: 'agent', agent: 'agent_0', task: 'x' };
    expect(problemsOf(document(node), { ...exampleCatalog(), agents })).toStrictEqual([]);
  });

  /** Pipelines that run those that `next` gives, by index. */
  const pipelinesOf = (count: number, next: (index: number) => number[]) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        const nodes = next(index).map((to) => ({
          id: `p${to}`,
          kind: 'pipeline',
          pipeline: `desk-${to}`,
        }));
        const name = `desk-${index}`;
        const last = [{ id: 'n', kind: 'transform', value: 1 }];
        return [name, pipelineSchema.parse({ name, nodes: nodes.length > 0 ? nodes : last })];
      }),
    );
  const runs = document({ id: 'p', kind: 'pipeline', pipeline: 'desk-0' });

  test('pipelines that run each other too deep', () => {
    const line = (length: number) => ({
      ...exampleCatalog(),
      pipelines: pipelinesOf(length, (index) => (index + 1 < length ? [index + 1] : [])),
    });
    expect(problemsOf(runs, line(5))).toStrictEqual([]);
    expect(problemsOf(runs, line(6))).toMatchObject([
      { message: expect.stringMatching(/more than 5 levels deep: tested → desk-0 → .* → desk-5$/) },
    ]);
  });

  test('many pipelines that all run each other, at once', { timeout: 2_000 }, () => {
    const others = (index: number) =>
      Array.from({ length: 40 }, (_, to) => to).filter((to) => to > index);
    const pipelines = pipelinesOf(40, others);
    expect(problemsOf(runs, { ...exampleCatalog(), pipelines })).toMatchObject([
      { message: expect.stringContaining('more than 5 levels deep') },
    ]);
    const circle = pipelinesOf(40, (index) => (index === 39 ? [0] : others(index)));
    expect(problemsOf(runs, { ...exampleCatalog(), pipelines: circle })).toMatchObject([
      { message: expect.stringContaining('in a cycle') },
    ]);
  });

  test('a pipeline that comes back to the one at hand', () => {
    const other = pipelineSchema.parse({
      name: 'other',
      nodes: [{ id: 'p', kind: 'pipeline', pipeline: 'tested' }],
    });
    const catalog = { ...exampleCatalog(), pipelines: { other } };
    expect(
      problemsOf(document({ id: 'p', kind: 'pipeline', pipeline: 'other' }), catalog),
    ).toMatchObject([
      {
        path: 'nodes[0].pipeline',
        message: 'pipelines run each other in a cycle: tested → other → tested',
      },
    ]);
  });

  test('a tool whose file has a mistake, at a node and of an agent', () => {
    const { get_price: _gone, ...tools } = exampleCatalog().tools;
    const place = { file: 'tools/own.ts', line: 3, column: 2, path: '' };
    const problem = { ...place, message: 'it is cut off', fix: 'end it', tool: 'get_price' };
    const catalog = { ...exampleCatalog(), tools, toolProblems: [problem] };
    const told = 'cannot be used because its file has an error at tools/own.ts:3:2: it is cut off';
    expect(problemsOf(document(price, agentNode), catalog)).toMatchObject([
      { path: 'nodes[0].tool', message: `tool get_price ${told}`, fix: 'end it' },
      {
        path: 'nodes[1].agent',
        message: `agent trading needs the tool get_price, which ${told}`,
      },
    ]);
  });

  test('an agent whose own tool is gone', () => {
    const { get_price: _gone, ...tools } = exampleCatalog().tools;
    const problems = problemsOf(document(agentNode), { ...exampleCatalog(), tools });
    expect(problems).toMatchObject([
      {
        path: 'nodes[0].agent',
        message: 'agent trading needs the tool get_price, which was not found',
      },
    ]);
  });
});
