import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileRuns } from '../../../api/upkeep/reconcile.ts';
import type { KnownRuns } from '../../../api/upkeep/reconcile.ts';
import { TemporalUnavailable } from '../../../api/temporal/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

let test: TestApp;
const later = () => Date.now() + 60_000;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.temporal.failure = undefined;
});

const reconcile = (now = Date.now(), known: KnownRuns = new Map()) =>
  reconcileRuns(test.services, {
    now,
    known,
    onError(error) {
      throw error;
    },
  });

async function newRun(): Promise<string> {
  const { body } = await test.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  return body.id;
}

async function acceptedWhileAway(): Promise<string> {
  test.temporal.failure = unreachable;
  const id = await newRun();
  test.temporal.failure = undefined;
  return id;
}

const record = async (id: string) => test.services.runs.get(id);

describe('a run that was accepted while Temporal was unavailable', () => {
  it('is started with what it was accepted with', async () => {
    const id = await acceptedWhileAway();
    await reconcile(later());
    expect(test.temporal.workflows.get(id)?.input).toMatchObject({
      runId: id,
      input: { symbol: 'SPX', limit: 10 },
    });
  });

  it('is left to the request that brought it while it is young', async () => {
    const id = await acceptedWhileAway();
    await reconcile();
    expect(test.temporal.workflows.has(id)).toBe(false);
  });

  it('waits on while Temporal is still away', async () => {
    const id = await acceptedWhileAway();
    test.temporal.failure = unreachable;
    await reconcile(later());
    expect(await record(id)).toMatchObject({ status: 'pending' });
  });
});

describe('a run whose workflow was stopped outside', () => {
  it.each(['pending', 'in_progress', 'waiting'])(
    'ends on record though it was %s, and its approvals are withdrawn',
    async (status) => {
      const id = await newRun();
      if (status !== 'pending') await test.services.runs.start(id);
      const approvalId = `${id}.confirm`;
      await test.services.approvals.request({
        id: approvalId,
        runId: id,
        nodePath: 'confirm',
        workflowId: id,
        title: 'Confirm',
        show: 1,
        hash: 'abc',
        approvers: ['operator'],
        requestedAt: new Date(),
        expiresAt: new Date(later()),
      });
      if (status === 'waiting') await test.services.runs.settleWaiting(id);
      const workflow = test.temporal.workflows.get(id);
      if (workflow) workflow.status = 'TERMINATED';
      await reconcile(later());
      expect(await record(id)).toMatchObject({
        status: 'cancelled',
        error: { type: 'Terminated' },
        nodes: [
          { id: 'price', status: 'pending' },
          { id: 'confirm', status: 'cancelled' },
        ],
      });
      expect(await test.services.approvals.get(approvalId)).toMatchObject({ status: 'withdrawn' });
    },
  );

  it('keeps what its nodes had done, as far as its workflow can still say', async () => {
    const id = await newRun();
    await test.services.runs.start(id);
    test.temporal.states.set(id, {
      status: 'in_progress',
      nodes: [
        { id: 'price', kind: 'tool', status: 'completed', output: 5000 },
        { id: 'confirm', kind: 'approval', status: 'waiting' },
      ],
    });
    const workflow = test.temporal.workflows.get(id);
    if (workflow) workflow.status = 'TERMINATED';
    await reconcile(later());
    expect((await record(id))?.nodes).toMatchObject([
      { id: 'price', status: 'completed', output: 5000 },
      { id: 'confirm', status: 'cancelled' },
    ]);
  });

  it('that Temporal does not know any more ends as lost', async () => {
    const id = await newRun();
    await test.services.runs.start(id);
    test.temporal.workflows.delete(id);
    await reconcile(later());
    expect(await record(id)).toMatchObject({ status: 'failed', error: { type: 'WorkflowLost' } });
  });
});

describe('a run that cannot be brought in line', () => {
  it('is logged, and does not delay the others', async () => {
    const [one, other] = [await acceptedWhileAway(), await acceptedWhileAway()].toSorted();
    const { temporal } = test.services;
    const execution: typeof temporal.execution = async (id) => {
      if (id === one) throw new Error('its answer makes no sense');
      return temporal.execution(id);
    };
    const told: string[] = [];
    await reconcileRuns(
      { ...test.services, temporal: { ...temporal, execution } },
      { now: later(), onError: (_error, id) => told.push(id) },
    );
    expect(told).toEqual([one]);
    expect(test.temporal.workflows.has(other ?? '')).toBe(true);
  });

  it('also where Temporal answers for all but one', async () => {
    const [one, other] = [await acceptedWhileAway(), await acceptedWhileAway()].toSorted();
    const { temporal } = test.services;
    const execution: typeof temporal.execution = async (id) => {
      if (id === one) throw new TemporalUnavailable('too much at once');
      return temporal.execution(id);
    };
    await reconcileRuns(
      { ...test.services, temporal: { ...temporal, execution } },
      { now: later(), onError: () => undefined },
    );
    expect(test.temporal.workflows.has(other ?? '')).toBe(true);
  });

  it('ends where it is too large for Temporal', async () => {
    const id = await acceptedWhileAway();
    const { temporal } = test.services;
    const tooLarge = { code: 8, details: 'grpc: received message larger than max (5 vs. 4)' };
    const start: typeof temporal.start = async (run) => {
      test.temporal.failure = run.input.runId === id ? tooLarge : undefined;
      await temporal.start(run).finally(() => (test.temporal.failure = undefined));
    };
    await reconcileRuns(
      { ...test.services, temporal: { ...temporal, start } },
      { now: later(), onError: () => undefined },
    );
    expect(await record(id)).toMatchObject({ status: 'failed', error: { type: 'StartRefused' } });
  });
});

describe('runs that wait their turn', () => {
  it('are asked for once in five minutes, however many rounds there are', async () => {
    const id = await newRun();
    const { temporal } = test.services;
    const asked: string[] = [];
    const execution: typeof temporal.execution = async (of) => {
      asked.push(of);
      return temporal.execution(of);
    };
    const services = { ...test.services, temporal: { ...temporal, execution } };
    const known: KnownRuns = new Map();
    const start = later();
    const round = (seconds: number) =>
      reconcileRuns(services, { now: start + seconds * 1_000, known, onError: () => undefined });
    const timesAsked = () => asked.filter((of) => of === id).length;
    for (const seconds of [0, 30, 60, 270]) await round(seconds);
    expect(timesAsked()).toBe(1);
    await round(301);
    expect(timesAsked()).toBe(2);
    await test.services.runs.finish(id, { status: 'cancelled', nodes: [] });
    await round(302);
    expect(known.has(id)).toBe(false);
  });

  it('are all looked at, page by page', async () => {
    const compiled = (await record(await newRun()))?.compiled;
    if (!compiled) throw new Error('there is no run');
    const ids = Array.from({ length: 450 }, (_, index) => `run_waits_${index}`);
    for (const id of ids) await test.services.runs.insert({ id, compiled, input: {} });
    await reconcile(later());
    expect(ids.filter((id) => !test.temporal.workflows.has(id))).toEqual([]);
  });
});

describe('a run that goes on', () => {
  it('is left as it is', async () => {
    const id = await newRun();
    await test.services.runs.start(id);
    await reconcile(later());
    expect(await record(id)).toMatchObject({ status: 'in_progress' });
  });
});
