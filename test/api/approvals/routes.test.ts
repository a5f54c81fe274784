import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvals } from '../../../db/schema/index.ts';
import { signedDecision } from '../../../db/views/signed-decision.ts';
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
async function request(nodePath: string, approvers: string[], editable = {}): Promise<string> {
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
    ...editable,
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  return id;
}

const decide = (body: object, id = approvalId) => test.post(`/api/v1/approvals/${id}`, body);

it('what was decided is listed by when that was, page by page', async () => {
  const ids = [approvalId, await request('second', []), await request('third', [])];
  const order = [ids[2]!, ids[0]!, ids[1]!];
  for (const [index, id] of order.entries()) {
    const decidedAt = new Date(Date.UTC(2100, 0, 1, 0, 0, index));
    await test.services.approvals.close(id, { status: 'rejected', by: 'ada' });
    await test.database.db.update(approvals).set({ decidedAt }).where(eq(approvals.id, id));
  }
  const first = await test.get('/api/v1/approvals?decided=true&limit=2');
  const cursor = encodeURIComponent(first.body.nextCursor);
  const rest = await test.get(`/api/v1/approvals?decided=true&limit=1&cursor=${cursor}`);
  const listed = [...first.body.items, ...rest.body.items].map(({ id }: { id: string }) => id);
  expect(listed).toEqual(order.toReversed());
  const statuses = (await test.get('/api/v1/approvals?decided=true&limit=100')).body.items.map(
    ({ status }: { status: string }) => status,
  );
  expect(statuses).not.toContain('pending');
});

describe('a person', () => {
  async function keyOf(user: string, roles: string[]): Promise<string> {
    await test.ask('PUT', `/api/v1/users/${user}`, { payload: { roles } });
    return test.ownKey(user);
  }
  const decideAs = (key: string, decision: string, id = approvalId) =>
    test.ask('POST', `/api/v1/approvals/${id}`, {
      headers: { authorization: `Bearer ${key}` },
      payload: { decision },
    });
  const closing = (status: 'approved' | 'rejected', by: string) => () =>
    test.services.approvals.close(approvalId, { status, by });

  it('decides by name or role, and the signal says by which', async () => {
    const ann = await keyOf('ann', ['approver']);
    test.temporal.onSignal = closing('approved', 'ann');
    expect((await decideAs(ann, 'approve')).body.decision).toMatchObject({ by: 'ann' });
    expect(test.temporal.signals.at(-1)?.argument).toMatchObject({ by: 'ann', as: 'operator' });
    const ofBob = await request('other', ['bob']);
    const { status, body } = await decideAs(ann, 'approve', ofBob);
    expect(status).toBe(403);
    expect(body.detail).toBe('Only bob can decide this approval, not ann.');
  });

  it('decides as a member of a group, until they leave it', async () => {
    const fay = await keyOf('fay', ['approver']);
    await test.ask('PATCH', '/api/v1/users/fay', { payload: { groups: ['desk'] } });
    approvalId = await request('ofDesk', ['desk']);
    test.temporal.onSignal = closing('approved', 'fay');
    expect((await decideAs(fay, 'approve')).status).toBe(200);
    expect(test.temporal.signals.at(-1)?.argument).toMatchObject({ by: 'fay', as: 'desk' });
    await test.ask('PATCH', '/api/v1/users/fay', { payload: { groups: [] } });
    approvalId = await request('ofDeskAgain', ['desk']);
    const { status, body } = await decideAs(fay, 'approve');
    expect(status).toBe(403);
    expect(body.detail).toBe('Only desk can decide this approval, not fay.');
  });

  it('previews other arguments only where they may decide', async () => {
    const viewer = await keyOf('dee', ['viewer']);
    const approver = await keyOf('eli', ['approver']);
    const preview = async (key: string, query: string) =>
      (
        await test.ask('GET', `/api/v1/approvals/${approvalId}/preview${query}`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    // Its tool has none.
    expect(await preview(viewer, '')).toBe(404);
    expect(await preview(viewer, '?args={}')).toBe(403);
    expect(await preview(approver, '?args={}')).toBe(404);
  });

  it('does not approve their own request, nor read its token, and may reject it', async () => {
    const cat = await keyOf('cat', ['operator', 'approver', 'admin']);
    const headers = { authorization: `Bearer ${cat}` };
    const started = await test.ask('POST', '/api/v1/runs', {
      headers,
      payload: { pipeline: 'price-check', input: { symbol: 'SPX' } },
    });
    runId = started.body.id;
    await test.services.runs.start(runId);
    approvalId = await request('confirm', ['operator']);
    const signals = test.temporal.signals.length;
    const refused = await decideAs(cat, 'approve');
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain('started by or for cat');
    const token = await test.ask('GET', `/api/v1/approvals/${approvalId}/token`, { headers });
    expect(token.status).toBe(403);
    expect(test.temporal.signals).toHaveLength(signals);
    test.temporal.onSignal = closing('rejected', 'cat');
    expect((await decideAs(cat, 'reject')).status).toBe(200);
  });
});

describe('a run that a service started for a person', () => {
  it.each(['desk-bot', 'ann'])('is not approved by %s', async (name) => {
    const roles = ['operator', 'approver'];
    await test.ask('PUT', '/api/v1/users/desk-bot', { payload: { roles, actsForOthers: true } });
    await test.ask('PUT', '/api/v1/users/ann', { payload: { roles } });
    const service = { authorization: `Bearer ${await test.ownKey('desk-bot')}` };
    const { body: run } = await test.ask('POST', '/api/v1/runs', {
      headers: service,
      payload: { pipeline: 'price-check', input: { symbol: 'SPX' }, user: 'ann' },
    });
    expect(run).toMatchObject({ user: 'ann', startedBy: 'desk-bot' });
    runId = run.id;
    await test.services.runs.start(runId);
    const id = await request('confirm', ['operator'], { token: 'sesame' });
    const headers = { authorization: `Bearer ${await test.ownKey(name)}` };
    const sent = test.temporal.signals.length;
    const payload = { decision: 'approve' };
    const refused = await test.ask('POST', `/api/v1/approvals/${id}`, { headers, payload });
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain(`started by or for ${name}`);
    const token = await test.ask('GET', `/api/v1/approvals/${id}/token`, { headers });
    expect(token.status).toBe(403);
    expect(test.temporal.signals).toHaveLength(sent);
  });
});

describe('a retry by somebody else', () => {
  const roles = ['author', 'operator', 'approver'];
  const headersOf = async (name: string) => ({
    authorization: `Bearer ${await test.ownKey(name)}`,
  });
  async function startedFor(user: string) {
    const payload = { pipeline: 'price-check', input: { symbol: 'SPX' }, user };
    const headers = await headersOf('relay');
    return (await test.ask('POST', '/api/v1/runs', { headers, payload })).body.id as string;
  }
  async function retriedBy(name: string, id: string) {
    const error = { type: 'NoAnswer', message: 'no answer' };
    await test.services.runs.finish(id, { status: 'failed', error, nodes: [] });
    const headers = await headersOf(name);
    return (await test.ask('POST', `/api/v1/runs/${id}/retry`, { headers, payload: {} })).body.id;
  }

  it.each([
    ['started an earlier run', 'relay', 'started by or for relay'],
    ['instructed an agent of an earlier run', 'max', 'an instruction'],
  ])('is not approved by whoever %s', async (_what, name, reason) => {
    await test.ask('PUT', '/api/v1/users/relay', { payload: { roles, actsForOthers: true } });
    for (const user of ['eve', 'max', 'kim']) {
      await test.ask('PUT', `/api/v1/users/${user}`, { payload: { roles } });
    }
    const first = await startedFor('eve');
    await test.services.accessLog.add({ by: 'max', action: 'run.instructed', target: first });
    runId = await retriedBy('eve', await retriedBy('eve', first));
    await test.services.runs.start(runId);
    const id = await request('confirm', ['operator']);
    const { body: asked } = await test.get(`/api/v1/approvals?runId=${runId}`);
    expect(asked.items).toMatchObject([{ id, run: { startedBy: 'eve', instructedBy: ['max'] } }]);
    const approve = async (by: string) =>
      test.ask('POST', `/api/v1/approvals/${id}`, {
        headers: await headersOf(by),
        payload: { decision: 'approve' },
      });
    const refused = await approve(name);
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain(reason);
    test.temporal.onSignal = () =>
      test.services.approvals.close(id, { status: 'approved', by: 'kim' });
    expect((await approve('kim')).status).toBe(200);
  });
});

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
      run: {
        pipeline: 'price-check',
        title: 'Check a price',
        input: { symbol: 'SPX' },
        user: 'local',
      },
      nodeId: 'confirm',
      status: 'approved',
      decision: { by: 'operator', comment: 'go' },
    });
    expect(test.temporal.signals.at(-1)).toEqual({
      workflowId: runId,
      name: 'resolveApproval',
      argument: {
        approvalId,
        decision: 'approve',
        by: 'operator',
        comment: 'go',
        hash: 'abc',
        seal: expect.stringMatching(/^test:/),
      },
    });
  });

  it('keeps on record what was approved despite, and why the approved call failed', async () => {
    const call = { runId, nodePath: 'order', step: 'tool' };
    const args = { symbol: 'SPX', quantity: 2 };
    const id = await request('despite', ['operator'], { tool: 'place_order', args });
    test.temporal.onSignal = () =>
      test.services.approvals.close(id, { status: 'approved', by: 'operator' });
    const despite = ['the price is 3 % away'];
    const { status, body } = await decide({ decision: 'approve', despite }, id);
    expect(status).toBe(200);
    expect(body.decision).toMatchObject({ despite, callError: null });
    expect(test.temporal.signals.at(-1)?.argument).not.toHaveProperty('despite');

    const { steps } = test.services;
    const start = { kind: 'tool', name: 'place_order', label: 'Order', attempt: 1 } as const;
    const other = { ...call, nodePath: 'other' };
    for (const [key, input] of [
      [other, { ...args, quantity: 3 }],
      [call, args],
    ] as const) {
      await steps.start(key, { ...start, input });
      const message = `Order of ${input.quantity} denied`;
      await steps.finish(key, { status: 'failed', error: { type: 'ToolError', message } });
    }
    const { body: listed } = await test.get(`/api/v1/approvals?decided=true&runId=${runId}`);
    expect(listed.items[0].decision).toMatchObject({ despite, callError: 'Order of 2 denied' });
  });

  it('signals the token of the approval, and shows it to nobody', async () => {
    const id = await request('sealed', ['operator'], { token: 'sesame' });
    const { body } = await decide({ decision: 'approve' }, id);
    expect(test.temporal.signals.at(-1)?.argument).toMatchObject({ token: 'sesame' });
    const { body: listed } = await test.get(`/api/v1/approvals?runId=${runId}`);
    const { body: run } = await test.get(`/api/v1/runs/${runId}`);
    expect(listed.items.map((item: { id: string }) => item.id)).toContain(id);
    expect(JSON.stringify([body, listed, run])).not.toContain('sesame');
  });

  it('refuses a wrong token, also where there is none to be right, and sends nothing', async () => {
    const sent = test.temporal.signals.length;
    const id = await request('sealed', ['operator'], { token: 'sesame' });
    for (const [approval, token] of [
      [id, 'barley'],
      [id, ''],
      [approvalId, 'barley'],
    ]) {
      const { status, body } = await decide({ decision: 'approve', token }, approval);
      expect(status).toBe(403);
      expect(JSON.stringify(body)).not.toContain('sesame');
    }
    expect(test.temporal.signals.length).toBe(sent);
  });

  it('answers 202 when the decision was sent but no worker has taken it in', async () => {
    const { status, body } = await decide({ decision: 'reject' });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', decision: null });
  });

  it('refuses a decision on something else than was seen, and sends nothing', async () => {
    const sent = test.temporal.signals.length;
    const { status, body } = await decide({ decision: 'approve', hash: 'abd' });
    expect(status).toBe(409);
    expect(body.detail).toContain('is not what you saw: its hash is abc, not abd');
    expect(body.detail).toContain('No approval of this run has the hash');
    expect(test.temporal.signals.length).toBe(sent);
  });

  it('names what differs from what was asked for before, and writes no content into the access log', async () => {
    const order = { symbol: 'SPX', quantity: 10, note: 'the old note' };
    const asked = { tool: 'create_paper_order', show: { price: '6120' } };
    await request('order', ['operator'], { ...asked, args: order, hash: 'old', quorum: 1 });
    const { note: _note, ...rest } = order;
    const id = await request('order-2', ['operator'], {
      ...asked,
      args: { ...rest, quantity: 12 },
      show: { price: '6125' },
      hash: 'new',
      quorum: 2,
    });
    const { status, body } = await decide({ decision: 'reject', hash: 'old' }, id);
    expect(status).toBe(409);
    expect(body.changes).toEqual([
      { path: 'args.quantity', seen: 10, now: 12 },
      { path: 'args.note', seen: 'the old note' },
      { path: 'show.price', seen: '6120', now: '6125' },
      { path: 'quorum', seen: 1, now: 2 },
    ]);
    expect(body.detail).toBe(
      `Approval ${id} is not what you saw, which is approval ${runId}.order. Now: args.quantity 10 → 12, ` +
        'args.note the old note → (none), show.price 6120 → 6125, quorum 1 → 2. Get it again before you decide.',
    );
    const { body: log } = await test.get('/api/v1/access-log?limit=1');
    expect(log.items).toMatchObject([{ target: id, action: 'approval.refused' }]);
    expect(log.items[0].detail.why).toContain('is not what you saw: its hash is new, not old');
    expect(JSON.stringify(log)).not.toContain('the old note');
  });

  it('refuses a second decision', async () => {
    await test.services.approvals.close(approvalId, { status: 'rejected', by: 'operator' });
    const { status, body } = await decide({ decision: 'approve' });
    expect(status).toBe(409);
    expect(body.detail).toContain('already rejected by operator');
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

  it('writes down each refusal with its reason, and no token', async () => {
    const id = await request('desk/confirm', ['risk-officer']);
    await decide({ decision: 'approve', hash: 'abd' });
    await decide({ decision: 'approve', token: 'open barley' });
    await decide({ decision: 'approve' }, id);
    await test.services.approvals.close(approvalId, { status: 'rejected', by: 'operator' });
    await decide({ decision: 'approve' });
    const { body } = await test.get('/api/v1/access-log?limit=4');
    const why = (words: string) => ({
      by: 'operator',
      action: 'approval.refused',
      detail: { decision: 'approve', why: expect.stringContaining(words) },
    });
    expect(body.items).toMatchObject([
      { target: approvalId, ...why('already rejected') },
      { target: id, ...why('risk-officer') },
      { target: approvalId, ...why('The token of approval') },
      { target: approvalId, ...why('not what you saw') },
    ]);
    expect(JSON.stringify(body)).not.toContain('open barley');
  });

  it('refuses when the run is over, and withdraws the approval', async () => {
    const workflow = test.temporal.workflows.get(runId);
    if (workflow) workflow.status = 'TERMINATED';
    expect((await decide({ decision: 'approve' })).status).toBe(409);
    const { body } = await test.get(`/api/v1/approvals/${approvalId}`);
    expect(body.status).toBe('withdrawn');
    expect((await test.get(`/api/v1/runs/${runId}`)).body.status).toBe('cancelled');
  });

  it('changes nothing when Temporal is unavailable', async () => {
    test.temporal.failure = unreachable;
    expect((await decide({ decision: 'approve' })).status).toBe(503);
    expect((await test.get(`/api/v1/approvals/${approvalId}`)).body.status).toBe('pending');
  });

  describe('with changed arguments', () => {
    const order = { symbol: 'SPX', side: 'buy', quantity: 5, referencePrice: 4000 };
    const tool = 'create_paper_order';
    let id: string;
    beforeEach(async () => {
      id = await request('order', ['operator'], { tool, args: order });
    });

    it('signals them, and shows what was asked for and what was approved', async () => {
      const args = { ...order, quantity: 2 };
      test.temporal.onSignal = () =>
        test.services.approvals.close(id, {
          status: 'approved',
          by: 'operator',
          editedArgs: args,
        });
      const { status, body } = await decide({ decision: 'approve', args }, id);
      expect(status).toBe(200);
      expect(test.temporal.signals.at(-1)?.argument).toMatchObject({ args, hash: 'abc' });
      expect(body).toMatchObject({ tool, args: order, decision: { args } });
    });

    it('tells the one who comes second that what the other has approved counts', async () => {
      const first = { ...order, quantity: 2 };
      test.temporal.onSignal = () =>
        test.services.approvals.close(id, {
          status: 'approved',
          by: 'operator',
          editedArgs: first,
        });
      for (const args of [{ ...order, quantity: 1 }, undefined]) {
        const { status, body } = await decide({ decision: 'approve', args }, id);
        expect(status).toBe(409);
        expect(body.detail).toContain('already approved by operator, with changed arguments');
      }
    });

    it('refuses those that do not fit the tool, each with its place, and sends nothing', async () => {
      const sent = test.temporal.signals.length;
      const args = { ...order, side: 'hold', quantity: 'many' };
      const { status, body } = await decide({ decision: 'approve', args }, id);
      expect(status).toBe(422);
      expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
        'args.quantity',
        'args.side',
      ]);
      expect(test.temporal.signals.length).toBe(sent);
    });

    it.each([-1, 0, '-1', '0.0'])(
      'refuses a quantity of %j, and sends nothing',
      async (quantity) => {
        const sent = test.temporal.signals.length;
        const { status, body } = await decide(
          { decision: 'approve', args: { ...order, quantity } },
          id,
        );
        expect({ status, errors: body.errors }).toMatchObject({
          status: 422,
          errors: [
            { path: 'args.quantity', message: expect.stringMatching(/ is not greater than 0$/) },
          ],
        });
        expect(test.temporal.signals.length).toBe(sent);
      },
    );

    it.each([
      [{ type: 'limit' }, 'args.limitPrice', 'a limit order needs limitPrice'],
      [{ type: 'stop', stopPrice: null }, 'args.stopPrice', 'a stop order needs stopPrice'],
      [{ limitPrice: 3990 }, 'args.limitPrice', 'a market order does not take limitPrice'],
      [
        { type: 'limit', limitPrice: '3990', stopLoss: 3995 },
        'args.stopLoss',
        'stopLoss must be below the price of the entry, 3990',
      ],
    ])(
      'refuses %j, which do not fit together, and keeps waiting',
      async (change, path, message) => {
        const sent = test.temporal.signals.length;
        const { status, body } = await decide(
          { decision: 'approve', args: { ...order, ...change } },
          id,
        );
        expect({ status, errors: body.errors }).toMatchObject({
          status: 422,
          errors: [{ path, message }],
        });
        expect(test.temporal.signals.length).toBe(sent);
        expect((await test.get(`/api/v1/approvals/${id}`)).body.status).toBe('pending');
      },
    );

    it('refuses those that do not fit a tool that is named with its version', async () => {
      const versioned = { tool: `${tool}@1`, args: order };
      const other = await request('versioned', ['operator'], versioned);
      const { status, body } = await decide(
        { decision: 'approve', args: { ...order, side: 'hold' } },
        other,
      );
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ path: 'args.side' }]);
    });

    it('refuses them where nothing can be changed', async () => {
      const { status, body } = await decide({ decision: 'approve', args: order });
      expect(status).toBe(422);
      expect(body.detail).toContain('has no arguments to change');
    });

    it('refuses them in a rejection', async () => {
      const { status, body } = await decide({ decision: 'reject', args: order }, id);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ path: 'args' }]);
    });
  });

  it('names an unknown decision', async () => {
    const { status, body } = await decide({ decision: 'approved' });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'decision', fix: 'did you mean approve?' }]);
  });

  it('answers 404 for another approval', async () => {
    expect((await decide({ decision: 'approve' }, 'run_nope.confirm')).status).toBe(404);
  });
});

describe('GET /api/v1/approvals/verify', () => {
  /** Decides as a worker does. */
  async function decided(node: string, { isSigned = true, token = 'sesame' } = {}) {
    const id = await request(node, ['operator'], token && { token });
    const asked = (await test.services.approvals.get(id))!;
    const proof = { via: 'api', decidedAt: new Date() } as const;
    const claim = { status: 'approved', seenHash: 'abc' } as const;
    const signed = signedDecision({ ...asked, ...claim, ...proof, decidedBy: 'operator' });
    const signature = test.services.signatures.records.sign(signed);
    const end = { ...claim, by: 'operator', ...(isSigned && { proof: { ...proof, signature } }) };
    await test.services.approvals.close(id, end);
    return id;
  }
  const verify = async () => (await test.get('/api/v1/approvals/verify')).body;

  it('counts what is signed, and what older versions took in without', async () => {
    const before = await verify();
    for (let n = 0; n < 3; n += 1) await decided(`signed-${n}`);
    await decided('old', { isSigned: false, token: '' });
    await request('pending', ['operator'], { token: 'sesame' });
    const { valid, unsigned, invalid } = await verify();
    expect(valid - before.valid).toBe(3);
    expect(unsigned - before.unsigned).toBe(1);
    expect(invalid).toEqual(before.invalid);
  });

  it('names what was changed since, and what has lost its signature', async () => {
    const [changed, bare, foreign] = [
      await decided('changed'),
      await decided('bare', { isSigned: false }),
      await decided('foreign'),
    ];
    const { db } = test.database;
    const set = (id: string, values: Partial<typeof approvals.$inferInsert>) =>
      db.update(approvals).set(values).where(eq(approvals.id, id));
    await set(changed, { decidedBy: 'somebody else' });
    await set(foreign, { signature: 'lost:abc' });
    const { invalid } = await verify();
    expect(invalid).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: changed, by: 'somebody else', reason: 'changed' }),
        expect.objectContaining({ id: bare, reason: 'no-signature' }),
        expect.objectContaining({ id: foreign, reason: 'unknown-key' }),
      ]),
    );
    await set(changed, { decidedBy: 'operator' });
    const after = await verify();
    expect(after.invalid.map(({ id }: { id: string }) => id)).not.toContain(changed);
  });

  it('goes through more than one page', async () => {
    const { valid } = await verify();
    const ids = await Promise.all(
      Array.from({ length: 210 }, (_, n) => decided(`page-${String(n).padStart(3, '0')}`)),
    );
    expect((await verify()).valid - valid).toBe(ids.length);
  });
});

describe('GET /api/v1/approvals/:id/token', () => {
  const token = (id: string) => test.get(`/api/v1/approvals/${id}/token`);

  it('is on the access log, each time', async () => {
    const id = await request('desk/logged', ['operator'], { token: 'sesame' });
    await token(id);
    await token(id);
    const { body } = await test.get('/api/v1/access-log');
    const read = body.items.filter(({ target }: { target: string }) => target === id);
    const event = { action: 'approval.token-read', by: 'operator', detail: { hash: 'abc' } };
    expect(read).toMatchObject([event, event]);
    expect(JSON.stringify(read)).not.toContain('sesame');
  });

  it('gives who may decide the token and the command that signals it', async () => {
    const id = await request('desk/order', ['operator'], { token: 'sesame' });
    const { status, body } = await token(id);
    expect(status).toBe(200);
    expect(body.token).toBe('sesame');
    const [, input = ''] = /^temporal workflow signal .* --input '(.*)'$/.exec(body.command) ?? [];
    expect(body.command).toContain(` --workflow-id ${runId} --name resolveApproval `);
    expect(JSON.parse(input)).toEqual({
      approvalId: id,
      decision: 'approve',
      by: 'operator',
      hash: 'abc',
      token: 'sesame',
      seal: expect.stringMatching(/^test:/),
    });
  });

  it('is kept from others, and given no more once it is decided', async () => {
    const id = await request('desk/risk', ['risk-officer'], { token: 'sesame' });
    const refused = await token(id);
    expect(refused.status).toBe(403);
    await test.services.approvals.close(id, { status: 'rejected', by: 'risk-officer' });
    const late = await token(id);
    expect(late.status).toBe(409);
    expect(JSON.stringify([refused.body, late.body])).not.toContain('sesame');
  });

  it('says so where an older version asked', async () => {
    const { status, body } = await token(approvalId);
    expect(status).toBe(404);
    expect(body.detail).toContain('has no token');
  });
});

describe('GET /api/v1/approvals/:id/preview', () => {
  const preview = (id: string, query = '') => test.get(`/api/v1/approvals/${id}/preview${query}`);

  it('says where there is none: no call to make, or a tool that tells nothing', async () => {
    const { status, body } = await preview(approvalId);
    expect(status).toBe(404);
    expect(body.detail).toContain('has no preview: it is not for a tool call');
    const id = await request('note', ['operator'], { tool: 'write_file', args: { path: 'a' } });
    expect((await preview(id)).body.detail).toContain('write_file does not preview its calls');
  });

  it('is only of what waits', async () => {
    await test.services.approvals.close(approvalId, { status: 'rejected', by: 'operator' });
    expect((await preview(approvalId)).status).toBe(409);
  });

  it('answers 404 for another approval', async () => {
    expect((await preview('run_nope.confirm')).status).toBe(404);
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

  it('continues where a page ended', async () => {
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
