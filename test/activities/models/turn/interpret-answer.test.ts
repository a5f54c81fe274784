import { describe, expect, it } from 'vitest';
import { interpretAnswer } from '../../../../activities/models/turn/interpret-answer.ts';
import { agentSchema } from '../../../../contracts/agents/index.ts';
import type { ToolCall } from '../../../../contracts/models/messages.ts';
import type { ToolSpec } from '../../../../contracts/tools/tools.ts';

const agent = agentSchema.parse({
  name: 'lead',
  role: 'Lead',
  instructions: 'Lead.',
  tools: ['get_price'],
  delegates: ['worker'],
});

/** What an answer with these calls asks for. */
function interpreted(calls: Pick<ToolCall, 'name' | 'args'>[]) {
  const toolCalls = calls.map((call, index) => ({ id: `call_${index}`, ...call }));
  const { calls: run, observations } = interpretAnswer(
    { role: 'assistant', text: '', toolCalls, model: 'openai:m' },
    {
      id: 'run_1/lead',
      runId: 'run_1',
      nodePath: 'lead',
      agent,
      delegates: { worker: 'Worker' },
      budgets: [],
      outside: [],
      continues: null,
      settings: {},
      createdAt: new Date(),
    },
    {
      tools: {
        label: (name) => name,
        find: (name) => (name === 'calculate' ? ({ quick: true } as ToolSpec) : undefined),
      },
      plan: undefined,
      isPlanFirst: false,
      results: new Map(),
    },
  );
  const refused = observations.map(({ call, message }) => ({
    call,
    ...(JSON.parse(message.text) as { error: { type: string; message: string } }).error,
  }));
  return { run, refused };
}

const delegation = (args: ToolCall['args']) => ({ name: 'delegate_to_worker', args });

describe('a call that gives a task to another agent', () => {
  it('is run with a text', () => {
    const { run, refused } = interpreted([delegation({ task: 'Look at SPX' })]);
    expect(refused).toEqual([]);
    expect(run).toMatchObject([{ label: 'delegate to worker', delegateTo: { agent: 'worker' } }]);
  });

  it.each<[string, ToolCall['args']]>([
    ['nothing', {}],
    ['spaces', { task: ' \n ' }],
    ['an object', { task: { a: 1 } }],
    ['too much', { task: 'x'.repeat(50_001) }],
  ])('is not run with %s, and the model is told why', (_what, args) => {
    const { run, refused } = interpreted([delegation(args)]);
    expect(run).toEqual([]);
    expect(refused).toMatchObject([
      { call: 0, type: 'VALIDATION_ERROR', message: expect.stringContaining('at task') },
    ]);
  });
});

describe('a call of a quick tool', () => {
  it('says so to the workflow, and no other call does', () => {
    const { run } = interpreted([
      { name: 'calculate', args: {} },
      { name: 'get_price', args: {} },
    ]);
    expect(run).toEqual([
      { call: 0, name: 'calculate', label: 'calculate', quick: true },
      { call: 1, name: 'get_price', label: 'get_price' },
    ]);
  });
});

describe('an answer with very many calls', () => {
  it('runs 32 of them, and the model is told about the others', () => {
    const { run, refused } = interpreted(
      Array.from({ length: 2_100 }, () => ({ name: 'get_price', args: { symbol: 'SPX' } })),
    );
    expect(run.map(({ call }) => call)).toEqual(Array.from({ length: 32 }, (_, call) => call));
    expect(refused).toHaveLength(2_068);
    expect(refused[0]).toMatchObject({
      call: 32,
      type: 'TOO_MANY_CALLS',
      message: expect.stringContaining('at most 32 calls'),
    });
  });

  it('delegates 8 tasks, and still runs tools', () => {
    const tasks = Array.from({ length: 9 }, (_, index) => delegation({ task: `Part ${index}` }));
    const { run, refused } = interpreted([...tasks, { name: 'get_price', args: {} }]);
    expect(run.map(({ call }) => call)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9]);
    expect(refused).toMatchObject([
      { call: 8, type: 'TOO_MANY_CALLS', message: expect.stringContaining('at most 8 tasks') },
    ]);
  });
});
