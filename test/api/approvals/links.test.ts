import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalLinks } from '../../../db/schema/index.ts';
import { digestOf } from '../../../db/repositories/access/secrets.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

let test: TestApp;
let approvalId: string;

beforeAll(async () => {
  test = await openTestApp();
  await test.publish();
  await test.ask('PUT', '/api/v1/users/ann', { payload: { roles: ['approver'] } });
  await test.ask('PUT', '/api/v1/users/ben', { payload: { roles: ['approver'] } });
  await test.ask('PUT', '/api/v1/users/vic', { payload: { roles: ['viewer'] } });
});
afterAll(() => test.close());

beforeEach(async () => {
  test.temporal.failure = undefined;
  test.temporal.signals.length = 0;
  approvalId = await ask();
  test.temporal.onSignal = async () => {
    await test.services.approvals.close(approvalId, { status: 'approved', by: 'ann' });
  };
});

async function ask(terms: object = {}): Promise<string> {
  const { body: run } = await test.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  await test.services.runs.start(run.id);
  const id = `${run.id}.confirm`;
  await test.services.approvals.request({
    id,
    runId: run.id,
    nodePath: 'confirm',
    workflowId: run.id,
    title: 'Confirm <b>the price</b>',
    show: { price: 5000, note: '<script>alert(1)</script>' },
    hash: 'abc',
    token: 'sesame',
    tool: 'place_order',
    args: { symbol: 'SPX', quantity: 2 },
    outside: ['scrape_page https://example.org/'],
    approvers: ['ann', 'ben'],
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
    ...terms,
  });
  return id;
}

const link = (user = 'ann', expiresAt = new Date(Date.now() + 60_000)) =>
  test.services.approvalLinks.create({ approvalId, user, channel: 'email', expiresAt });

const open = async (token: string, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url: `/decide?token=${token}`, headers: { accept: 'text/html' } });

const click = (token: string, decision = 'approve', more: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/decide',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token, decision, hash: 'abc', ...more }).toString(),
  });

const logged = async (action: string) =>
  (await test.get(`/api/v1/access-log?action=${action}`)).body.items;

describe('the page of a link', () => {
  it('shows all that is decided on, and escapes what others wrote', async () => {
    const { statusCode, body, headers } = await open(await link());
    expect(statusCode).toBe(200);
    for (const text of [
      'Confirm &#60;b&#62;the price',
      'price-check',
      'operator',
      'You decide as</dt><dd>ann',
      'The tool place_order is called',
      'Quantity</dt><dd><span class="text">2',
      '&#34;quantity&#34;: 2',
      'https://example.org/',
      `/runs/${approvalId.split('.')[0]}`,
      'Approve as ann',
      'Reject',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain('<script>');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('says first what a paper order does, then why, and its exact arguments last, behind a fold', async () => {
    approvalId = await ask({
      tool: 'create_paper_order',
      args: {
        symbol: 'SPX',
        side: 'buy',
        quantity: 2,
        type: 'market',
        referencePrice: 1485.98231234,
        oco: [{ type: 'stop', side: 'sell', stopPrice: 1400 }],
      },
      show: { reason: 'The trend is up.', confidence: 0.123456789 },
      outside: [],
    });
    const { body } = await open(await link());
    expect(body).toContain('<dt>OCO orders (one cancels the other)</dt>');
    const places = [
      'Buy 2 SPX at about 1,485.9823, paper account',
      'The trend is up.',
      '0.123457',
      'Paper account: no real money moves.',
      'Approve as ann',
      '<details><summary>Exact arguments of create_paper_order',
      '1485.98231234',
    ].map((text) => body.indexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(body).not.toContain('changes something outside');
    expect(body).not.toContain('class="bad"');
  });

  it('decides nothing however often it is opened, as mail programs do', async () => {
    const token = await link();
    for (const method of ['GET', 'HEAD', 'GET'] as const) await open(token, method);
    expect(test.temporal.signals).toEqual([]);
    expect((await test.services.approvals.get(approvalId))?.status).toBe('pending');
    expect((await click(token)).statusCode).toBe(200);
  });

  it('is there for nobody without a token', async () => {
    for (const token of ['', 'guessed']) {
      expect((await open(token)).statusCode).toBe(404);
      expect((await click(token)).statusCode).toBe(404);
    }
    expect(test.temporal.signals).toEqual([]);
  });
});

describe('a click', () => {
  it('decides as the person, with what the records say of how', async () => {
    const token = await link();
    const { statusCode, body } = await click(token, 'approve', { comment: 'looks right' });
    expect(statusCode).toBe(200);
    expect(body).toContain('You approved this');
    expect(test.temporal.signals).toHaveLength(1);
    expect(test.temporal.signals[0]?.argument).toMatchObject({
      by: 'ann',
      decision: 'approve',
      comment: 'looks right',
      hash: 'abc',
    });
    const [row] = await test.database.db
      .select()
      .from(approvalLinks)
      .where(eq(approvalLinks.digest, digestOf(token)));
    expect((await logged('approval.decided'))[0]).toMatchObject({
      by: 'ann',
      target: approvalId,
      detail: { decision: 'approve', channel: 'email', credential: row?.id },
    });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('counts once, and a second one is told so', async () => {
    const token = await link();
    await click(token);
    const again = await click(token);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain('This link works once.');
    expect((await open(token)).body).toContain('This link works once.');
    expect(test.temporal.signals).toHaveLength(1);
  });

  it('of two at once decides once', async () => {
    const token = await link();
    const answers = await Promise.all([click(token), click(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(test.temporal.signals).toHaveLength(1);
  });

  it('of an expired link decides nothing', async () => {
    const token = await link('ann', new Date(Date.now() - 1));
    expect((await open(token)).body).toContain('has expired');
    expect((await click(token)).statusCode).toBe(409);
    expect(test.temporal.signals).toEqual([]);
  });

  it('says who decided before', async () => {
    const token = await link();
    await test.services.approvals.close(approvalId, { status: 'rejected', by: 'ben' });
    expect((await open(token)).body).toContain('Rejected by ben on ');
    expect((await click(token)).statusCode).toBe(409);
  });

  it('says that nobody decided in time, or that the run has ended', async () => {
    const token = await link();
    await test.services.approvals.close(approvalId, { status: 'expired' });
    expect((await open(token)).body).toContain('Nobody decided in time');
    approvalId = await ask();
    const other = await link();
    await test.services.approvals.close(approvalId, { status: 'withdrawn' });
    expect((await open(other)).body).toContain('does not wait for this decision any more');
    const runId = approvalId.split('.')[0]!;
    await test.services.runs.finish(runId, { status: 'cancelled', nodes: [] });
    expect((await open(other)).body).toContain('The run has ended: it was cancelled.');
    expect((await click(other)).statusCode).toBe(409);
  });

  it('says what somebody changed', async () => {
    const token = await link();
    const editedArgs = { symbol: 'SPX', quantity: 1 };
    const end = { status: 'approved', by: 'ben', comment: 'less of it', editedArgs } as const;
    await test.services.approvals.close(approvalId, end);
    const { body } = await open(token);
    expect(body).toContain('with quantity 1 in place of 2');
    expect(body).toContain(': “less of it”.');
    expect(body).not.toContain('If you approve');
  });

  it('says what follows as the approval says it, but never in place of a call', async () => {
    const show = { plan: '1. Look', approving: 'ann looks', rejecting: 'ann stops' };
    approvalId = await ask({ show, tool: null, args: null });
    const { body } = await open(await link());
    expect(body).toContain('If you approve</dt><dd>Ann looks');
    expect(body).toContain('If you reject</dt><dd>Ann stops. One rejection is enough.');
    approvalId = await ask({ show });
    const ofCall = (await open(await link())).body;
    expect(ofCall).toContain('If you approve</dt><dd>The tool place_order is called');
    expect(ofCall).toContain('Approving</dt><dd><span class="text">ann looks');
  });

  it('is refused for other content than the page showed', async () => {
    const token = await link();
    expect((await click(token, 'approve', { hash: 'other' })).statusCode).toBe(409);
    expect(test.temporal.signals).toEqual([]);
    // The decision was not taken: the link still works for what there is.
    expect((await click(token)).statusCode).toBe(200);
  });

  it('can be made again where Temporal did not answer', async () => {
    const token = await link();
    test.temporal.failure = unreachable;
    expect((await click(token)).statusCode).toBeGreaterThanOrEqual(400);
    test.temporal.failure = undefined;
    expect((await click(token)).statusCode).toBe(200);
  });

  it('leads to one approval alone', async () => {
    const token = await link();
    const other = await ask();
    await click(token);
    expect((await test.services.approvals.get(other))?.status).toBe('pending');
  });
});

describe('who may decide', () => {
  it('is asked as if the person had signed in', async () => {
    for (const [user, text] of [
      ['vic', 'Only ann, ben can decide this approval, not vic.'],
      ['nobody', 'not nobody'],
    ] as const) {
      const token = await link(user);
      const { body } = await open(token);
      expect(body).toContain(text);
      expect(body).not.toContain('<form');
      expect((await click(token)).statusCode).toBe(409);
    }
    expect(test.temporal.signals).toEqual([]);
    expect((await logged('approval.refused'))[0]).toMatchObject({ by: 'nobody' });
  });

  it('loses the links with the role', async () => {
    await test.ask('PUT', '/api/v1/users/ida', { payload: { roles: ['approver'] } });
    approvalId = await ask({ approvers: ['ida'] });
    const token = await link('ida');
    expect((await open(token)).body).toContain('Approve as ida');
    await test.ask('PATCH', '/api/v1/users/ida', { payload: { roles: [] } });
    expect((await click(token)).statusCode).toBe(409);
    expect(test.temporal.signals).toEqual([]);
  });

  it('excludes who started the run, who may reject it', async () => {
    await test.ask('PUT', '/api/v1/users/cat', { payload: { roles: ['operator', 'approver'] } });
    const headers = { authorization: `Bearer ${await test.ownKey('cat')}` };
    const payload = { pipeline: 'price-check', input: { symbol: 'SPX' } };
    const { body: run } = await test.ask('POST', '/api/v1/runs', { headers, payload });
    await test.services.runs.start(run.id);
    approvalId = await ask({ id: `${run.id}.own`, runId: run.id, approvers: ['cat'] });
    approvalId = `${run.id}.own`;
    const token = await link('cat');
    const { body } = await open(token);
    expect(body).toContain('started by or for cat');
    expect(body).not.toContain('value="approve"');
    expect((await click(token)).statusCode).toBe(409);
    expect(test.temporal.signals).toEqual([]);
    test.temporal.onSignal = async () => {
      await test.services.approvals.close(approvalId, { status: 'rejected', by: 'cat' });
    };
    expect((await click(token, 'reject')).statusCode).toBe(200);
  });
});
