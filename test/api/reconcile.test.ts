import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileRuns } from '../../api/reconcile.ts';
import { openTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { unreachable } from './support/fake-temporal.ts';

let test: TestApp;
const later = () => Date.now() + 60_000;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.temporal.failure = undefined;
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

describe('a run that was accepted while Temporal was away', () => {
  it('is started with what it was accepted with', async () => {
    const id = await acceptedWhileAway();
    await reconcileRuns(test.services, later());
    expect(test.temporal.workflows.get(id)?.input).toMatchObject({
      runId: id,
      input: { symbol: 'SPX', limit: 10 },
    });
  });

  it('is left to the request that brought it while it is young', async () => {
    const id = await acceptedWhileAway();
    await reconcileRuns(test.services);
    expect(test.temporal.workflows.has(id)).toBe(false);
  });

  it('waits on while Temporal is still away', async () => {
    const id = await acceptedWhileAway();
    test.temporal.failure = unreachable;
    await reconcileRuns(test.services, later());
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
      await reconcileRuns(test.services, later());
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
    await reconcileRuns(test.services, later());
    expect((await record(id))?.nodes).toMatchObject([
      { id: 'price', status: 'completed', output: 5000 },
      { id: 'confirm', status: 'cancelled' },
    ]);
  });

  it('that Temporal does not know any more ends as lost', async () => {
    const id = await newRun();
    await test.services.runs.start(id);
    test.temporal.workflows.delete(id);
    await reconcileRuns(test.services, later());
    expect(await record(id)).toMatchObject({ status: 'failed', error: { type: 'WorkflowLost' } });
  });
});

describe('a run that goes on', () => {
  it('is left as it is', async () => {
    const id = await newRun();
    await test.services.runs.start(id);
    await reconcileRuns(test.services, later());
    expect(await record(id)).toMatchObject({ status: 'in_progress' });
  });
});
