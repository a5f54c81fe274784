import { describe, expect, it } from 'vitest';
import type { Output } from '../../../contracts/base/artifact.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import { planRetry } from '../../../contracts/runs/retry.ts';
import type { NodeState, NodeStatus } from '../../../contracts/runs/run.ts';

const step = (id: string) => ({ id, kind: 'tool' as const, tool: 'get_price', args: {} });
const pass = (id: string) => ({ id, kind: 'transform' as const, value: id });
const anyOf = (id: string) => ({ id, kind: 'join' as const, mode: 'any' as const });
const gate = (id: string) => ({
  id,
  kind: 'approval' as const,
  show: {},
  approvers: ['operator'],
  timeout: '1h',
});

/** A pipeline whose edges are written `a>b`, or `a.rejected>b`. */
function pipelineOf(nodes: { id: string; kind: string }[], ...edges: string[]) {
  return pipelineSchema.parse({
    name: 'test',
    nodes,
    edges: edges.map((edge) => {
      const [from = '', to] = edge.split('>');
      const [id, port] = from.split('.');
      return { from: id, to, ...(port && { port }) };
    }),
  });
}

/** How nodes ended: `done` by their first port. */
function endedAs(statuses: Record<string, NodeStatus>): NodeState[] {
  return Object.entries(statuses).map(([id, status]) => {
    const isApproval = id.startsWith('gate');
    const port = isApproval ? 'approved' : 'done';
    const kind = isApproval ? 'approval' : 'tool';
    return { id, kind, status, output: id, ...(status === 'completed' && { port }) };
  });
}

type Options = {
  from?: string;
  only?: string;
  outputs?: Record<string, Output>;
  outdated?: string[];
};

function planned(
  pipeline: ReturnType<typeof pipelineOf>,
  statuses: Record<string, NodeStatus>,
  options: Options = {},
) {
  const plan = planRetry(pipeline, endedAs(statuses), { of: 'run_1', ...options });
  return { kept: plan.kept.map(({ id }) => id), continued: plan.continued };
}

describe('a retry', () => {
  const line = pipelineOf([step('a'), step('b'), step('c')], 'a>b', 'b>c');

  it('keeps what completed, and continues what failed after it', () => {
    expect(planned(line, { a: 'completed', b: 'failed', c: 'pending' })).toEqual({
      kept: ['a'],
      continued: ['b'],
    });
  });

  it('runs a completed node again when it is named, with what follows', () => {
    const ended = { a: 'completed', b: 'completed', c: 'completed' } as const;
    expect(planned(line, ended, { from: 'b' })).toEqual({ kept: ['a'], continued: [] });
  });

  it('says where a kept node ran, also when that run was a retry itself', () => {
    const states = endedAs({ a: 'completed', b: 'completed', c: 'failed' });
    const [a, ...rest] = states;
    const ended = [{ ...a!, keptFrom: 'run_0' }, ...rest];
    const { kept } = planRetry(line, ended, { of: 'run_1' });
    expect(kept.map(({ id, keptFrom }) => [id, keptFrom])).toEqual([
      ['a', 'run_0'],
      ['b', 'run_1'],
    ]);
  });

  it('puts a given output in the place of a node, and runs what follows again', () => {
    const ended = { a: 'completed', b: 'failed', c: 'pending' } as const;
    const { kept } = planRetry(line, endedAs(ended), { of: 'run_1', outputs: { b: 7 } });
    expect(kept[1]).toEqual({
      id: 'b',
      kind: 'tool',
      status: 'completed',
      port: 'done',
      output: 7,
      pinned: true,
    });
    expect(planned(line, ended, { outputs: { b: 7 } }).continued).toEqual([]);
  });

  it('runs outdated nodes again, with what follows', () => {
    const ended = { a: 'completed', b: 'completed', c: 'failed' } as const;
    expect(planned(line, ended, { outdated: ['b'] })).toEqual({ kept: ['a'], continued: [] });
  });

  it('keeps everything of a run in which all nodes completed', () => {
    const ended = { a: 'completed', b: 'completed', c: 'completed' } as const;
    expect(planned(line, ended).kept).toEqual(['a', 'b', 'c']);
  });

  it('retries a failure that the pipeline went on after only when nothing else is left to run', () => {
    const states = (last: NodeStatus): NodeState[] => [
      { id: 'a', kind: 'tool', status: 'failed', port: 'error' },
      ...endedAs({ b: 'completed', c: last }),
    ];
    const keptOf = (last: NodeStatus) =>
      planRetry(line, states(last), { of: 'run_1' }).kept.map(({ id }) => id);
    expect(keptOf('failed')).toEqual(['a', 'b']);
    expect(keptOf('completed')).toEqual([]);
  });

  it('keeps a join that did not wait for a branch that was stopped', () => {
    const race = pipelineOf(
      [step('fast'), step('slow'), anyOf('first'), step('end')],
      'fast>first',
      'slow>first',
      'first>end',
    );
    const ended = {
      fast: 'completed',
      slow: 'cancelled',
      first: 'completed',
      end: 'failed',
    } as const;
    expect(planned(race, ended)).toEqual({ kept: ['fast', 'first'], continued: ['slow', 'end'] });
  });
});

describe('a run that was terminated, of which only the steps are known', () => {
  const model = { id: 'think', kind: 'model' as const, prompt: 'Think.' };
  const child = { id: 'child', kind: 'pipeline' as const, pipeline: 'other' };

  it('continues every node that had begun, so that no call of it is made again', () => {
    const line = pipelineOf([step('a'), step('b'), step('c')], 'a>b', 'b>c');
    expect(planned(line, { a: 'cancelled', b: 'cancelled', c: 'pending' })).toEqual({
      kept: [],
      continued: ['a', 'b'],
    });
    expect(planned(line, { a: 'cancelled', b: 'cancelled' }, { outdated: ['a'] })).toEqual({
      kept: [],
      continued: [],
    });
  });

  it('runs a child pipeline from its start where a model before it may give something else', () => {
    const after = (first: { id: string; kind: string }) =>
      planned(pipelineOf([first, child], `${first.id}>child`), {
        [first.id]: 'cancelled',
        child: 'cancelled',
      }).continued;
    expect(after(step('a'))).toEqual(['a', 'child']);
    expect(after(model)).toEqual(['think']);
  });
});

describe('an approval before what a retry runs', () => {
  it('is asked for again, and what else followed from it is kept', () => {
    const both = pipelineOf([gate('gate'), step('buy'), step('tell')], 'gate>buy', 'gate>tell');
    expect(planned(both, { gate: 'completed', buy: 'completed', tell: 'failed' })).toEqual({
      kept: ['buy'],
      continued: ['tell'],
    });
  });

  it('is asked for again when only nodes that pass it on lie between, and those run again', () => {
    const line = pipelineOf(
      [step('a'), gate('gate'), pass('form'), step('buy')],
      'a>gate',
      'gate>form',
      'form>buy',
    );
    expect(
      planned(line, { a: 'completed', gate: 'completed', form: 'completed', buy: 'failed' }),
    ).toEqual({ kept: ['a'], continued: ['buy'] });
  });

  it('is kept when work that it allowed is kept', () => {
    const line = pipelineOf([gate('gate'), step('work'), step('end')], 'gate>work', 'work>end');
    expect(planned(line, { gate: 'completed', work: 'completed', end: 'failed' })).toEqual({
      kept: ['gate', 'work'],
      continued: ['end'],
    });
  });
});

describe('a try of one node', () => {
  const line = pipelineOf([step('a'), step('b'), step('c')], 'a>b', 'b>c');
  const tried = (
    pipeline: ReturnType<typeof pipelineOf>,
    statuses: Record<string, NodeStatus>,
    options: Options,
  ) => {
    const plan = planRetry(pipeline, endedAs(statuses), { of: 'run_1', ...options });
    return Object.fromEntries(plan.kept.map(({ id, status }) => [id, status]));
  };

  it('keeps what leads to it, and leaves out what follows and what is beside it', () => {
    const wide = pipelineOf([step('a'), step('b'), step('c'), step('d')], 'a>b', 'b>c', 'a>d');
    const ended = { a: 'completed', b: 'completed', c: 'completed', d: 'failed' } as const;
    expect(tried(wide, ended, { only: 'b' })).toEqual({
      a: 'completed',
      c: 'skipped',
      d: 'skipped',
    });
  });

  it('runs from its start, and not where it had stopped', () => {
    const ended = endedAs({ a: 'completed', b: 'failed', c: 'pending' });
    const plan = planRetry(line, ended, { of: 'run_1', only: 'b' });
    expect(plan).toMatchObject({ only: 'b', continued: [] });
  });

  it('takes given outputs in place of nodes that never ran', () => {
    const options = { only: 'c', outputs: { b: 'given' } };
    expect(tried(line, { a: 'failed', b: 'pending', c: 'pending' }, options)).toEqual({
      a: 'skipped',
      b: 'completed',
    });
  });

  it('asks again for the approval that leads to it', () => {
    const asking = pipelineOf([step('a'), gate('gate'), step('b')], 'a>gate', 'gate.approved>b');
    const ended = { a: 'completed', gate: 'completed', b: 'completed' } as const;
    expect(tried(asking, ended, { only: 'b' })).toEqual({ a: 'completed' });
  });

  it('asks for an approval beside it that was not decided, or for another input', () => {
    const wide = pipelineOf(
      [step('look'), gate('gate'), step('act')],
      'look>act',
      'gate.approved>act',
    );
    const open = { look: 'completed', gate: 'cancelled', act: 'pending' } as const;
    expect(tried(wide, open, { only: 'act' })).toEqual({ look: 'completed' });
    const done = { look: 'completed', gate: 'completed', act: 'completed' } as const;
    expect(tried(wide, done, { only: 'act', outdated: ['gate', 'act'] })).toEqual({
      look: 'completed',
    });
  });
});
