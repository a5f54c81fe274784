import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
type Headers = Record<string, string>;

beforeAll(async () => {
  test = await openTestApp();
  await test.ask('PUT', '/api/v1/users/boss', { payload: { roles: ['admin'] } });
  await test.ask('PUT', '/api/v1/users/ann', { payload: { roles: ['approver'] } });
});
afterAll(() => test.close());

const as = (headers: Headers) => ({
  post: async (url: string, payload: object) => {
    const answer = await test.app.inject({ method: 'POST', url, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  },
});

/** A session that a link opens which somebody made. */
async function follow(maker: Headers, user: string): Promise<Headers> {
  const { body } = await as(maker).post('/api/v1/sign-in-links', { user });
  const { pathname, search } = new URL(body.link);
  const [cookie] = (await test.app.inject({ url: pathname + search })).cookies;
  return { cookie: `${cookie?.name}=${cookie?.value}`, 'sec-fetch-site': 'same-origin' };
}

async function ask(): Promise<string> {
  const body = { pipeline: 'price-check', input: { symbol: 'SPX' } };
  const { body: run } = await test.post('/api/v1/runs', body);
  const id = `${run.id}.confirm`;
  await test.services.approvals.request({
    id,
    runId: run.id,
    nodePath: 'confirm',
    workflowId: run.id,
    title: 'Confirm',
    show: {},
    hash: 'abc',
    approvers: ['ann'],
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  return id;
}

it('lets nobody decide in a session that another person’s link opened', async () => {
  const id = await ask();
  const asAnn = await follow(await test.visit('boss'), 'ann');
  const links = [asAnn, await follow(asAnn, 'ann')];
  const { body: made } = await as(asAnn).post('/api/v1/keys', { name: 'own' });
  for (const headers of [...links, { authorization: `Bearer ${made.key}` }]) {
    for (const decision of ['approve', 'reject']) {
      const { status, body } = await as(headers).post(`/api/v1/approvals/${id}`, { decision });
      expect(status).toBe(403);
      expect(body.detail).toContain('boss');
    }
    const read = await test.app.inject({ url: `/api/v1/approvals/${id}/token`, headers });
    expect(read.statusCode).toBe(403);
  }
  expect(test.temporal.signals).toEqual([]);
});

it('lets a person decide with a link of the installation’s key, and with what they make then', async () => {
  const own = await test.visit('ann');
  for (const headers of [own, await follow(own, 'ann')]) {
    const id = await ask();
    test.temporal.onSignal = async () => {
      await test.services.approvals.close(id, { status: 'approved', by: 'ann' });
    };
    const answer = await as(headers).post(`/api/v1/approvals/${id}`, { decision: 'approve' });
    expect(answer).toMatchObject({ status: 200, body: { decision: { by: 'ann' } } });
  }
});
