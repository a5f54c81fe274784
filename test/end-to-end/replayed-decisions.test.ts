import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../browser/support/api.ts';
import { startOrderRun } from '../browser/support/order-run.ts';
import { apiKey, openBaton, runOf } from './support/baton.ts';
import type { Baton } from './support/baton.ts';

let baton: Baton;
let client: Client;
beforeAll(async () => {
  baton = await openBaton({ BATON_MODELS: 'demo:trend', BATON_MARKET_HOLD: '0s' });
  // As anyone on this machine can: without a key, in plain text.
  client = new Client({ connection: await Connection.connect({ address: baton.temporalAddress }) });
}, 100_000);
afterAll(async () => {
  await client.connection.close();
  await baton.close();
});

const get = async (path: string) => (await baton.request('GET', `/api/v1${path}`)).body;
const approvalOf = (runId: string) => get(`/approvals/${runId}.confirm`);
const orders = async () => (await get('/account/orders')).items;

const startWaiting = async () =>
  (await startOrderRun(createApi({ url: baton.address, key: apiKey }))).id;

const signal = (runId: string, decision: object) =>
  client.workflow.getHandle(runId).signal('resolveApproval', decision);

const approve = (approvalId: string, token?: string) => ({
  approvalId,
  decision: 'approve',
  by: 'operator',
  ...(token !== undefined && { token }),
});

test('a decision of one approval decides no other, however it is sent again', async () => {
  const [first, second] = [await startWaiting(), await startWaiting()];
  const [ofFirst, ofSecond] = [`${first}.confirm`, `${second}.confirm`];
  const { token } = await get(`/approvals/${ofFirst}/token`);

  await signal(second, approve(ofSecond));
  await signal(second, approve(ofSecond, 'guessed'));
  await signal(second, approve(ofSecond, token));
  const refusals = async () => (await approvalOf(second)).refusals;
  await expect.poll(refusals).toHaveLength(3);
  expect((await refusals()).map(({ reason }: { reason: string }) => reason)).toEqual([
    'no-token',
    'wrong-token',
    'wrong-token',
  ]);
  // Whoever has the token may claim to be anybody, but not to be somebody else's group or role.
  const own = (await get(`/approvals/${ofSecond}/token`)).token;
  await signal(second, { ...approve(ofSecond, own), by: 'ceo', as: 'operator' });
  await expect.poll(refusals).toHaveLength(4);
  expect((await refusals()).at(-1)).toMatchObject({ by: 'ceo', reason: 'not-proven' });
  // It names an approval that is not of this run.
  await signal(second, approve(ofFirst, token));
  expect(await orders()).toEqual([]);

  const decided = await baton.request('POST', `/api/v1/approvals/${ofFirst}`, {
    decision: 'approve',
  });
  expect(decided.status).toBe(200);
  await expect.poll(async () => (await runOf(baton, first)).status).toBe('completed');
  expect(await orders()).toHaveLength(1);

  // The signal as Baton wrote it, encrypted and sealed, from the history of the first run.
  const { events } = await client.workflow.getHandle(first).fetchHistory();
  const input = events
    ?.map((event) => event.workflowExecutionSignaledEventAttributes)
    .find((signaled) => signaled?.signalName === 'resolveApproval')?.input;
  expect(input?.payloads).toHaveLength(1);
  const again = (workflowId: string) =>
    client.workflowService.signalWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId },
      signalName: 'resolveApproval',
      input: input!,
    });
  await expect(again(first)).rejects.toThrow(/already completed/);
  await again(second);
  const other = await baton.request('POST', `/api/v1/approvals/${ofSecond}`, {
    decision: 'approve',
    token,
  });
  expect(other.status).toBe(403);
  // Decided last, after all that came before: what the others did would show.
  const rejected = await baton.request('POST', `/api/v1/approvals/${ofSecond}`, {
    decision: 'reject',
  });
  expect(rejected.body).toMatchObject({ status: 'rejected', decision: { by: 'operator' } });
  await expect.poll(async () => (await runOf(baton, second)).status).toBe('completed');
  expect(await orders()).toHaveLength(1);
  expect(await refusals()).toHaveLength(4);

  const { items } = await get('/access-log');
  const decisions = items.filter(({ action }: { action: string }) =>
    ['approval.decided', 'approval.refused'].includes(action),
  );
  expect(decisions).toMatchObject([
    { action: 'approval.decided', target: ofSecond, detail: { decision: 'reject' } },
    { action: 'approval.refused', target: ofSecond, detail: { decision: 'approve' } },
    { action: 'approval.decided', target: ofFirst, detail: { decision: 'approve' } },
  ]);
  expect(await get('/approvals/verify')).toMatchObject({ valid: 2, invalid: [] });
}, 60_000);
