import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookOf, openBaton, runOf, stepsOf, untilStatus } from './support/baton.ts';
import type { Baton } from './support/baton.ts';

/** A day on which the demo model's rule is for a long. */
const upTrend = { OLLAMA_HOST: 'http://127.0.0.1:9', BATON_MARKET_START: '2013-01-10' };

async function startLeader(baton: Baton): Promise<string> {
  const request = { pipeline: 'leader-decision', input: { symbol: 'SPX' } };
  const { status, body } = await baton.request('POST', '/api/v1/runs', request);
  expect(status).toBe(201);
  return body.id;
}

async function openApproval(baton: Baton, id: string) {
  const { body } = await baton.request('GET', `/api/v1/approvals?status=pending&runId=${id}`);
  return body.items[0];
}

describe('the leader, with the demo model', { timeout: 180_000 }, () => {
  let baton: Baton;
  beforeAll(async () => {
    baton = await openBaton(upTrend);
  }, 120_000);
  afterAll(() => baton.close());

  it('stands aside with the refusal where a person declines, and nothing is ordered', async () => {
    const id = await startLeader(baton);
    await untilStatus(baton, id, 'waiting');
    const approval = await openApproval(baton, id);
    const decision = { decision: 'reject', comment: 'not before the meeting' };
    await baton.request('POST', `/api/v1/approvals/${approval.id}`, decision);
    await untilStatus(baton, id, 'completed');
    const { output } = await runOf(baton, id);
    expect(output).toMatchObject({
      decision: {
        action: 'stand_aside',
        refusal: expect.stringContaining('not before the meeting'),
      },
      fills: [],
    });
    expect((await baton.request('GET', '/api/v1/account/orders')).body.items).toEqual([]);
  });

  it('ends before a model is asked where the symbol is unknown, with suggestions', async () => {
    const request = { pipeline: 'research-to-trading', input: { symbol: 'SPXX' } };
    const { body: run } = await baton.request('POST', '/api/v1/runs', request);
    await untilStatus(baton, run.id, 'completed');
    const ended = await runOf(baton, run.id);
    expect(ended).toMatchObject({
      output: { action: 'no_data', symbol: 'SPXX', missing: ['the instrument SPXX'] },
      outcome: { name: 'no-data', title: 'No data', text: expect.stringContaining('SPX (') },
      nodes: expect.arrayContaining([expect.objectContaining({ status: 'skipped' })]),
    });
    expect(await stepsOf(baton, run.id)).toEqual([]);
    const told = await baton.request('GET', '/api/v1/notifications');
    expect(told.body.items[0]).toMatchObject({
      kind: 'no-data',
      runId: run.id,
      title: 'Research, then trade ended without data',
    });
  });

  it('places its order by a tool call that a person approves, and decides with what it gave', async () => {
    const id = await startLeader(baton);
    await untilStatus(baton, id, 'waiting');
    const approval = await openApproval(baton, id);
    expect(approval).toMatchObject({
      tool: 'create_paper_order',
      nodePath: 'decide',
      args: { symbol: 'SPX', side: 'buy', type: 'market' },
      show: { agent: 'leader' },
    });
    const path = `/api/v1/approvals/${approval.id}`;
    const answer = await baton.request('POST', path, { decision: 'approve' });
    expect(answer.body).toMatchObject({ status: 'approved' });
    await untilStatus(baton, id, 'completed');
    const { output } = await runOf(baton, id);
    expect(output.decision).toMatchObject({ action: 'open_long', symbol: 'SPX' });
    expect(output.fills).toMatchObject([{ clientOrderId: output.decision.order, side: 'buy' }]);
    const placed = (await stepsOf(baton, id)).find(({ name }) => name === 'create_paper_order');
    expect(placed).toMatchObject({ status: 'completed', nodePath: 'decide' });
    // Baton stops for it: this test is the last.
    const book = await bookOf(baton);
    expect(book.orders.filter(({ leg }) => leg === 'entry')).toMatchObject([
      { clientOrderId: output.decision.order, status: 'filled', runId: id },
    ]);
  });
});
