import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalView, NodeView, PlanView, RunView } from '../../../contracts/api/index.ts';
import type { CallEvent } from '../../../contracts/runs/call-events.ts';
import type { RunCallEvent } from '../../../contracts/runs/call-events.ts';
import type { RunChange } from '../../../contracts/runs/run-events.ts';
import {
  applyRunChange,
  applyRunEvent,
  withLatestSteps,
} from '../../../contracts/runs/run-picture.ts';
import type { RunPicture } from '../../../contracts/runs/run-picture.ts';
import { toldStep } from '../../../contracts/runs/told-step.ts';
import { stepView } from './step-view.ts';

const node = (id: string, status: NodeView['status']): NodeView => ({
  id,
  kind: 'agent',
  status,
  startedAt: null,
  endedAt: null,
});
// Of a run and an approval, what is not looked at here is left out.
const run = {
  id: 'run_1',
  status: 'in_progress',
  costUsd: '0',
  nodes: [node('research', 'running'), node('decide', 'pending')],
} as RunView;
const approval = (id: string, status: ApprovalView['status']) => ({ id, status }) as ApprovalView;
const empty: RunPicture = {
  run,
  steps: [],
  hasEarlierSteps: false,
  plans: [],
  approvals: [],
  calls: {},
  progress: {},
};

const apply = (...changes: RunChange[]) => changes.reduce(applyRunChange, empty);

function call(sequence: number, event: CallEvent, of: Partial<RunCallEvent> = {}): RunChange {
  const source = { callId: 'call-1', nodePath: 'research', step: 'turn-1' };
  return { ...event, sequence, ...source, ...of } as RunChange;
}

describe('the picture of a run', () => {
  it('is nothing before the first snapshot, which takes the place of all that was', () => {
    const change: RunChange = { type: 'node', node: node('research', 'completed') };
    expect(applyRunEvent(undefined, change)).toBeUndefined();
    expect(applyRunEvent(undefined, { type: 'snapshot', picture: empty })).toBe(empty);
    expect(applyRunEvent(apply(change), { type: 'snapshot', picture: empty })).toBe(empty);
  });

  it('changes where it is told to and nowhere else', () => {
    const next = apply({ type: 'node', node: node('research', 'completed') });
    expect(next.run.nodes).toEqual([node('research', 'completed'), node('decide', 'pending')]);
    expect(next.run.nodes[1]).toBe(run.nodes[1]);
    expect(next.steps).toBe(empty.steps);
    const costs = { ...run, costUsd: '0.25', unknownPriceCalls: 0 };
    expect(apply({ type: 'cost', costs }).run.costUsd).toBe('0.25');
  });

  it('has each step once, in the order of their beginnings, whenever they are told', () => {
    const ended = stepView({ sequence: 1, status: 'failed' });
    const { steps } = apply(
      { type: 'step-start', step: stepView({ sequence: 3 }) },
      { type: 'step-start', step: stepView({ sequence: 1 }) },
      { type: 'step-finish', step: ended },
      { type: 'step-start', step: stepView({ sequence: 2 }) },
    );
    expect(steps).toEqual([ended, stepView({ sequence: 2 }), stepView({ sequence: 3 })]);
  });

  it('keeps the latest steps and those that run', () => {
    const statuses = ['completed', 'running', 'completed', 'failed'] as const;
    const steps = statuses.map((status, index) => stepView({ sequence: index + 1, status }));
    const picture = { ...empty, steps };
    expect(withLatestSteps(picture, 4)).toBe(picture);
    const kept = withLatestSteps(picture, 2);
    expect(kept.steps.map(({ sequence }) => sequence)).toEqual([2, 4]);
    expect(kept.hasEarlierSteps).toBe(true);
  });

  it('has the newest approval first', () => {
    const { approvals } = apply(
      { type: 'approval', approval: approval('one', 'pending') },
      { type: 'approval', approval: approval('two', 'pending') },
      { type: 'approval', approval: approval('one', 'approved') },
    );
    expect(approvals).toEqual([approval('two', 'pending'), approval('one', 'approved')]);
  });

  it('has no calls once the run has ended', () => {
    const said = call(1, { type: 'text-delta', text: 'Well' });
    expect(apply(said, { type: 'state', run: { ...run, status: 'failed' } }).calls).toEqual({});
  });
});

describe('the progress of a tool in the picture', () => {
  const step = stepView({ sequence: 1 });
  const told = (message: string): RunChange => ({
    type: 'tool-progress',
    key: step.key,
    message,
    fraction: 0.5,
  });

  it('is what was told last, until its step ends', () => {
    const begun = apply({ type: 'step-start', step }, told('one'), told('two'));
    expect(begun.progress).toEqual({ [step.key]: { message: 'two', fraction: 0.5 } });
    const waiting = applyRunChange(begun, { type: 'step-progress', step });
    expect(waiting.progress).toEqual(begun.progress);
    expect(applyRunChange(waiting, { type: 'step-finish', step }).progress).toEqual({});
  });

  it('is gone once the run has ended', () => {
    const end: RunChange = { type: 'state', run: { ...run, status: 'cancelled' } };
    expect(apply(told('one'), end).progress).toEqual({});
  });
});

describe('a call in the picture', () => {
  it('has what was said of text, thoughts and tool calls', () => {
    const { calls } = apply(
      call(1, { type: 'reasoning-delta', text: 'Hm' }),
      call(2, { type: 'text-delta', text: 'It ' }),
      call(3, { type: 'text-delta', text: 'rises.' }),
      call(4, { type: 'tool-call-start', index: 1, id: 'c2', name: 'get_news' }),
      call(5, { type: 'tool-call-delta', index: 1, arguments: '{"days":' }),
      call(6, { type: 'tool-call-delta', index: 1, arguments: '7}' }),
      call(7, { type: 'finish' }),
    );
    expect(calls['call-1']).toMatchObject({
      text: 'It rises.',
      reasoning: 'Hm',
      toolCalls: [null, { name: 'get_news', arguments: '{"days":7}' }],
      isPartial: false,
      isFinished: true,
    });
  });

  it('starts over with another try, and keeps what went wrong', () => {
    const { calls } = apply(
      call(1, { type: 'text-delta', text: 'It ri' }),
      call(2, { type: 'retry', attempt: 2 }),
      call(3, { type: 'failover', from: 'openai:a', to: 'anthropic:b', reason: 'TIMEOUT' }),
      call(4, { type: 'text-delta', text: 'It falls.' }),
    );
    expect(calls['call-1']).toMatchObject({
      text: 'It falls.',
      failover: { from: 'openai:a', to: 'anthropic:b' },
      isPartial: false,
    });
  });

  it('says that something is missing where its beginning or a part was not heard, until it starts over', () => {
    const late = call(4, { type: 'text-delta', text: 'rises.' });
    expect(apply(late).calls['call-1']?.isPartial).toBe(true);
    const first = call(1, { type: 'text-delta', text: 'It ' });
    expect(apply(first, late).calls['call-1']).toMatchObject({
      text: 'It rises.',
      isPartial: true,
    });
    const retried = apply(first, late, call(5, { type: 'retry', attempt: 2 }));
    expect(retried.calls['call-1']?.isPartial).toBe(false);
    expect(apply(late, call(1, { type: 'text-delta', text: 'It ' })).calls['call-1']).toMatchObject(
      {
        text: 'It ',
        isPartial: false,
      },
    );
  });

  it('makes room for the next one at its place', () => {
    const { calls } = apply(
      call(1, { type: 'text-delta', text: 'one' }),
      call(1, { type: 'text-delta', text: 'two' }, { callId: 'call-2', step: 'turn-2' }),
      call(1, { type: 'text-delta', text: 'x' }, { callId: 'call-3', nodePath: 'decide' }),
    );
    expect(Object.keys(calls)).toEqual(['call-2', 'call-3']);
  });

  it('survives JSON, so that a snapshot is what was told', () => {
    const event = fc.oneof(
      fc.record({ type: fc.constant('text-delta' as const), text: fc.string() }),
      fc.record({
        type: fc.constant('tool-call-start' as const),
        index: fc.nat({ max: 3 }),
        id: fc.string(),
        name: fc.string(),
      }),
      fc.record({
        type: fc.constant('tool-call-delta' as const),
        index: fc.nat({ max: 3 }),
        arguments: fc.string(),
      }),
      fc.record({ type: fc.constant('retry' as const), attempt: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), event)), (events) => {
        const picture = apply(...events.map(([sequence, told]) => call(sequence, told)));
        expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
      }),
    );
  });
});

describe('a step that is told', () => {
  it('is whole where it is small', () => {
    const step = stepView({ sequence: 1, output: 'x' });
    expect(toldStep(step)).toBe(step);
  });

  it('goes without arguments or a result that are large, and says so', () => {
    const large = 'x'.repeat(5_000);
    const step = stepView({ sequence: 1, output: large });
    expect(toldStep(step)).toEqual({ ...step, output: null, isCut: true });
    expect(toldStep(stepView({ sequence: 1, input: large }))).toMatchObject({
      input: null,
      isCut: true,
    });
  });
});

describe('the plans of a picture', () => {
  const plan = (revision: number, nodePath = 'research') =>
    ({ nodePath, revision, steps: [] }) as unknown as PlanView;
  const told = (...plans: PlanView[]) =>
    apply(...plans.map((each): RunChange => ({ type: 'plan', plan: each }))).plans;

  it('are the latest of each agent, also where an older one comes late', () => {
    expect(told(plan(1), plan(2, 'decide'), plan(2))).toEqual([plan(2), plan(2, 'decide')]);
    expect(told(plan(2), plan(1))).toEqual([plan(2)]);
  });
});
