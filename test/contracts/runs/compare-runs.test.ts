import { expect, it } from 'vitest';
import { compareRuns } from '../../../contracts/runs/compare-runs.ts';
import type { ComparedRun } from '../../../contracts/runs/compare-runs.ts';
import type { NodeView } from '../../../contracts/api/runs.ts';
import { stepView } from './step-view.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

function node(id: string, more: Partial<NodeView> = {}): NodeView {
  return { id, kind: 'agent', status: 'completed', startedAt: at(0), endedAt: at(2), ...more };
}

/** A run of two nodes. */
function ran(run: Partial<ComparedRun['run']> = {}, more: Partial<ComparedRun> = {}): ComparedRun {
  const nodes = ['one', 'two'].map((id) => ({
    id,
    kind: 'transform' as const,
    onError: 'fail' as const,
    value: id,
  }));
  return {
    run: {
      status: 'completed',
      input: { symbol: 'SPX' },
      output: { sum: 3 },
      error: null,
      nodes: [node('one', { output: 1 }), node('two', { output: 2 })],
      document: { name: 'desk', inputs: {}, nodes, edges: [] },
      startedAt: at(0),
      endedAt: at(5),
      costUsd: '0.25',
      usage: { inputTokens: 10, outputTokens: 5 },
      ...run,
    },
    steps: [],
    approvals: [],
    ...more,
  };
}

it('finds nothing where only what was used differs', () => {
  const other = ran({
    endedAt: at(9),
    costUsd: null,
    nodes: [node('one', { output: 1, endedAt: at(7) }), node('two', { output: 2 })],
  });
  const { status, output, inputs, figures, nodes } = compareRuns(ran(), other);
  expect([status, output, ...inputs, ...nodes].map(({ differs }) => differs)).not.toContain(true);
  expect(figures).toEqual({
    differs: true,
    one: { time: 5_000, cost: 0.25, tokens: 15, turns: 0, toolRuns: 0 },
    other: { time: 9_000, cost: null, tokens: 15, turns: 0, toolRuns: 0 },
  });
  expect(nodes[0]?.figures).toMatchObject({ one: { time: 2_000 }, other: { time: 7_000 } });
});

it('puts first what differs: inputs, outputs, ports, errors, and nodes of one run alone', () => {
  const other = ran({
    status: 'failed',
    input: { day: 'today', symbol: 'SPX' },
    output: null,
    error: { type: 'Odd', message: 'It is odd' },
    nodes: [
      node('one', { output: 1 }),
      node('two', { status: 'failed', error: { type: 'Odd', message: 'It is odd' } }),
      node('three'),
    ],
  });
  const compared = compareRuns(ran(), other);
  expect(compared.status).toEqual({ one: 'completed', other: 'failed', differs: true });
  expect(compared.error).toEqual({ one: undefined, other: 'It is odd', differs: true });
  expect(compared.output).toEqual({ one: { sum: 3 }, other: undefined, differs: true });
  expect(compared.inputs).toEqual([
    { name: 'day', one: undefined, other: 'today', differs: true },
    { name: 'symbol', one: 'SPX', other: 'SPX', differs: false },
  ]);
  expect(compared.nodes.map(({ id, differs }) => [id, differs])).toEqual([
    ['two', true],
    ['three', true],
    ['one', false],
  ]);
  expect(compared.nodes[0]?.output).toEqual({ one: 2, other: undefined, differs: true });
  expect(compared.nodes[1]?.status).toEqual({ one: undefined, other: 'completed', differs: true });
});

it('compares values by their content, whatever the order of their names', () => {
  const { output } = compareRuns(ran({ output: { a: 1, b: 2 } }), ran({ output: { b: 2, a: 1 } }));
  expect(output.differs).toBe(false);
});

it('counts for a node the turns and tools of all its attempts and of what is inside of it', () => {
  const call = (sequence: number, more: object) => ({
    ...stepView({
      sequence,
      nodePath: 'one',
      kind: 'model',
      status: 'completed',
      costUsd: '0.1',
      inputTokens: 3,
      outputTokens: 1,
      ...more,
    }),
    outside: undefined,
  });
  const steps = [
    call(1, {}),
    call(2, { nodePath: 'one.try-2', costUsd: '0.3' }),
    call(3, { nodePath: 'one/turn-1-0-helper', kind: 'tool', costUsd: null }),
    call(4, { nodePath: 'two', costUsd: null }),
  ];
  const { nodes } = compareRuns(ran({}, { steps }), ran());
  const figures = new Map(nodes.map(({ id, figures: { one } }) => [id, one]));
  expect(figures.get('one')).toMatchObject({ turns: 2, toolRuns: 1, tokens: 8, cost: 0.4 });
  expect(figures.get('two')).toMatchObject({ turns: 1, cost: null });
});

it('compares who decided what, and how the documents define a node', () => {
  const approval = (by: string) => ({
    nodePath: 'one',
    status: 'approved' as const,
    decision: {
      by,
      comment: null,
      args: null,
      at: at(1),
      via: 'api' as const,
      despite: [],
      callError: null,
    },
  });
  const changed = ran().run.document;
  const document = {
    ...changed,
    nodes: changed.nodes.map((each) => (each.id === 'two' ? { ...each, title: 'Second' } : each)),
  };
  const { nodes } = compareRuns(
    ran({}, { approvals: [approval('ann')] }),
    ran({ document }, { approvals: [approval('ben')] }),
  );
  const [one, two] = nodes;
  expect(one?.decisions).toMatchObject({
    differs: true,
    one: [{ by: 'ann' }],
    other: [{ by: 'ben' }],
  });
  expect(one?.output.differs).toBe(false);
  expect(two).toMatchObject({ title: 'Second', definition: { differs: true } });
});
