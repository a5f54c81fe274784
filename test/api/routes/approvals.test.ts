import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

let test: TestApp;
let runId: string;
let approvalId: string;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  test.temporal.failure = undefined;
  test.temporal.onSignal = async () => undefined;
  const run = await test.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  runId = run.body.id;
  await test.services.runs.start(runId);
  approvalId = await request('confirm', ['operator']);
});

/** Asks for an approval, as a worker does. */
async function request(nodePath: string, approvers: string[]): Promise<string> {
  const id = [runId, ...nodePath.split('/')].join('.');
  await test.services.approvals.request({
    id,
    runId,
    nodePath,
    workflowId: runId,
    title: 'Confirm the price',
    show: { price: 5000 },
    hash: 'abc',
    approvers,
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  return id;
}

const decide = (body: object, id = approvalId) => test.post(`/api/v1/approvals/${id}`, body);

describe('POST /api/v1/approvals/:id', () => {
  it('signals the decision, bound to the content, and gives the decided approval', async () => {
    test.temporal.onSignal = () =>
      test.services.approvals.close(approvalId, {
        status: 'approved',
        by: 'operator',
        comment: 'go',
      });
    const { status, body } = await decide({ decision: 'approve', comment: 'go' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: approvalId,
      runId,
      nodeId: 'confirm',
      status: 'approved',
      decision: { by: 'operator', comment: 'go' },
    });
    expect(test.temporal.signals.at(-1)).toEqual({
      workflowId: runId,
      name: 'resolveApproval',
      argument: { approvalId, decision: 'approve', by: 'operator', comment: 'go', hash: 'abc' },
    });
  });

  it('answers 202 when the decision was sent but no worker has taken it in', async () => {
    const { status, body } = await decide({ decision: 'reject' });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', decision: null });
  });

  it('refuses a second decision', async () => {
    await test.services.approvals.close(approvalId, { status: 'rejected', by: 'operator' });
    const { status, body } = await decide({ decision: 'approve' });
    expect(status).toBe(409);
    expect(body.detail).toContain('rejected by operator already');
  });

  it('tells the one who comes second that the other decision counts', async () => {
    test.temporal.onSignal = () =>
      test.services.approvals.close(approvalId, { status: 'rejected', by: 'operator' });
    expect((await decide({ decision: 'approve' })).status).toBe(409);
  });

  it('refuses who is not among the approvers', async () => {
    const id = await request('desk/confirm', ['risk-officer']);
    const { status, body } = await decide({ decision: 'approve' }, id);
    expect(status).toBe(403);
    expect(body.detail).toContain('risk-officer');
  });

  it('refuses when the run is over, and withdraws the approval', async () => {
    const workflow = test.temporal.workflows.get(runId);
    if (workflow) workflow.status = 'TERMINATED';
    expect((await decide({ decision: 'approve' })).status).toBe(409);
    const { body } = await test.get(`/api/v1/approvals/${approvalId}`);
    expect(body.status).toBe('withdrawn');
    expect((await test.get(`/api/v1/runs/${runId}`)).body.status).toBe('cancelled');
  });

  it('changes nothing when Temporal is away', async () => {
    test.temporal.failure = unreachable;
    expect((await decide({ decision: 'approve' })).status).toBe(503);
    expect((await test.get(`/api/v1/approvals/${approvalId}`)).body.status).toBe('pending');
  });

  it('names a decision that there is not', async () => {
    const { status, body } = await decide({ decision: 'approved' });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'decision', fix: 'did you mean approve?' }]);
  });

  it('knows no other approval', async () => {
    expect((await decide({ decision: 'approve' }, 'run_nope.confirm')).status).toBe(404);
  });
});

describe('GET /api/v1/approvals', () => {
  it('lists those of a run that wait, with what is to be decided on', async () => {
    const decided = await request('other', ['operator']);
    await test.services.approvals.close(decided, { status: 'approved', by: 'operator' });
    const { body } = await test.get(`/api/v1/approvals?status=pending&runId=${runId}`);
    expect(body).toMatchObject({
      items: [{ id: approvalId, title: 'Confirm the price', show: { price: 5000 }, hash: 'abc' }],
      nextCursor: null,
    });
  });

  it('goes on where a page ended', async () => {
    await request('other', ['operator']);
    const first = await test.get(`/api/v1/approvals?runId=${runId}&limit=1`);
    const second = await test.get(
      `/api/v1/approvals?runId=${runId}&limit=1&cursor=${first.body.nextCursor}`,
    );
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(ids.toSorted()).toEqual([`${runId}.confirm`, `${runId}.other`]);
    expect(second.body.nextCursor).toBeNull();
  });
});
