import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBaton, ownKeyOf, runOf } from './support/baton.ts';
import type { Answer, Baton } from './support/baton.ts';

let baton: Baton;
let client: Client;
/** Keys that the people made themselves. */
const keys = { ann: ['', ''], bob: [''], head: [''] };

beforeAll(async () => {
  baton = await openBaton({ BATON_MODELS: 'demo:trend' });
  client = new Client({ connection: await Connection.connect({ address: baton.temporalAddress }) });
  for (const [name, own] of Object.entries(keys)) {
    const groups = name === 'head' ? [] : ['desk'];
    const roles = ['operator', 'approver'];
    expect((await baton.request('PUT', `/api/v1/users/${name}`, { roles, groups })).status).toBe(
      200,
    );
    for (const index of own.keys()) own[index] = await ownKeyOf(baton, name);
  }
}, 100_000);
afterAll(async () => {
  await client.connection.close();
  await baton.close();
});

async function as(key: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${baton.address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Starts a run that waits for two of the desk. */
async function startWaiting(terms: object = { quorum: 2 }, key?: string): Promise<string> {
  const document = {
    name: 'two-of-the-desk',
    nodes: [
      {
        id: 'confirm',
        kind: 'approval',
        show: 'An order',
        tool: 'calculate_risk_reward',
        args: { side: 'long', entryPrice: 100, stopPrice: 90, targetPrice: 120 },
        approvers: ['desk'],
        ...terms,
      },
    ],
    output: '{{ nodes.confirm.output }}',
  };
  const start = { document, input: {} };
  const { status, body } = key
    ? await as(key, 'POST', '/runs', start)
    : await baton.request('POST', '/api/v1/runs', start);
  expect(body.errors ?? []).toEqual([]);
  expect(status).toBe(201);
  await expect.poll(async () => (await approvalOf(body.id)).status).toBe('pending');
  return body.id;
}

const approvalOf = async (runId: string) =>
  (await baton.request('GET', `/api/v1/approvals/${runId}.confirm`)).body;
const decide = (key: string, runId: string, body: object) =>
  as(key, 'POST', `/approvals/${runId}.confirm`, body);
const approve = (key: string, runId: string, rest: object = {}) =>
  decide(key, runId, { decision: 'approve', ...rest });
const ended = (runId: string) =>
  expect
    .poll(async () => (await runOf(baton, runId)).status, { timeout: 20_000 })
    .toBe('completed');

describe('an approval of two of a group', () => {
  test('counts different people alone, and those who approve the same arguments', async () => {
    const runId = await startWaiting();
    const first = await approve(keys.ann[0]!, runId);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ status: 'pending', quorum: 2, approvedBy: ['ann'] });

    // The same person by another key.
    const again = await approve(keys.ann[1]!, runId);
    expect(again.status).toBe(409);
    expect(again.body.detail).toContain('ann has already approved this: 1 of 2');

    // Who has the token may claim to be anybody.
    const { token } = (await as(keys.ann[0]!, 'GET', `/approvals/${runId}.confirm/token`)).body;
    const forged = {
      approvalId: `${runId}.confirm`,
      decision: 'approve',
      by: 'bob',
      as: 'desk',
      token,
    };
    await client.workflow.getHandle(runId).signal('resolveApproval', forged);
    await expect
      .poll(async () => (await approvalOf(runId)).refusals)
      .toMatchObject([{ by: 'bob', reason: 'not-proven' }]);
    expect((await approvalOf(runId)).approvedBy).toEqual(['ann']);

    // Other arguments start the count anew.
    const args = { side: 'long', entryPrice: 100, stopPrice: 95, targetPrice: 120 };
    const changed = await approve(keys.bob[0]!, runId, { args });
    expect(changed.body).toMatchObject({ status: 'pending', approvedBy: ['bob'] });
    const last = await approve(keys.ann[0]!, runId, { args });
    expect(last.body).toMatchObject({ status: 'approved', approvedBy: ['bob', 'ann'] });
    expect(last.body.voices).toHaveLength(3);
    await ended(runId);
    expect((await runOf(baton, runId)).output).toMatchObject({ decision: 'approved', args });
  }, 60_000);

  test('counts no longer who has left it', async () => {
    const runId = await startWaiting();
    await approve(keys.bob[0]!, runId);
    await baton.request('PATCH', '/api/v1/users/bob', { groups: [] });
    expect((await approve(keys.ann[0]!, runId)).body).toMatchObject({
      status: 'pending',
      approvedBy: ['ann'],
    });
    await baton.request('PATCH', '/api/v1/users/bob', { groups: ['desk'] });
    // The command that Baton prints for bob proves that it is him.
    const { command } = (await as(keys.bob[0]!, 'GET', `/approvals/${runId}.confirm/token`)).body;
    const [, signalled = ''] = /--input '(.*)'$/.exec(command) ?? [];
    await client.workflow.getHandle(runId).signal('resolveApproval', JSON.parse(signalled));
    await ended(runId);
    const { voices } = await approvalOf(runId);
    expect(voices.at(-1)).toMatchObject({ by: 'bob', via: 'signal' });
    const { body: log } = await baton.request('GET', '/api/v1/access-log?action=approval.decided');
    expect(log.items[0]).toMatchObject({
      by: 'bob',
      target: `${runId}.confirm`,
      detail: { decision: 'approve', via: 'signal' },
    });
  }, 60_000);

  test('is rejected by one', async () => {
    const runId = await startWaiting();
    await approve(keys.ann[0]!, runId);
    const { body } = await decide(keys.bob[0]!, runId, { decision: 'reject' });
    expect(body.status).toBe('rejected');
    await ended(runId);
  }, 60_000);

  test('is not approved by who started the run', async () => {
    const { status: stored } = await baton.request('PUT', '/api/v1/users/bob', {
      roles: ['author', 'operator', 'approver'],
      groups: ['desk'],
    });
    expect(stored).toBe(200);
    const runId = await startWaiting({ quorum: 2 }, keys.bob[0]);
    expect((await approve(keys.bob[0]!, runId)).status).toBe(403);
    await decide(keys.bob[0]!, runId, { decision: 'reject' });
  }, 60_000);

  test('goes to others when nobody decides, and tells them', async () => {
    const runId = await startWaiting({
      quorum: 2,
      remindAfter: '1s',
      escalate: { after: '2s', approvers: ['head'], quorum: 1 },
    });
    await approve(keys.ann[0]!, runId);
    expect((await approve(keys.head[0]!, runId)).status).toBe(403);
    await expect
      .poll(async () => (await approvalOf(runId)).escalation, { timeout: 20_000 })
      .toMatchObject({ approvers: ['head'], isReached: true });
    expect((await approve(keys.head[0]!, runId)).body.status).toBe('approved');
    await ended(runId);
    const titles = async (key: string) => {
      const { body } = await as(key, 'GET', '/notifications');
      return body.items.map(({ title }: { title: string }) => title);
    };
    expect(await titles(keys.head[0]!)).toEqual([
      'two-of-the-desk is waiting for you because nobody else has decided',
    ]);
    expect((await titles(keys.bob[0]!)).slice(0, 2)).toEqual([
      'two-of-the-desk is still waiting for you',
      'two-of-the-desk is waiting for you',
    ]);
  }, 60_000);

  test('has a signature for each voice', async () => {
    const { body } = await baton.request('GET', '/api/v1/approvals/verify');
    expect(body.invalid).toEqual([]);
    expect(body.valid).toBeGreaterThan(8);
  });
});
