import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverEvents } from '../../../api/upkeep/deliver-events.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { runs } from '../../../db/schema/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

let test: TestApp;
let event = '';

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.temporal.failure = undefined;
  await deliver();
  event = `order.paid-${randomUUID()}`;
  test.temporal.signals.length = 0;
});

const raise = (error: unknown): never => {
  throw error;
};
const deliver = () => deliverEvents(test.services, raise);
const tell = (data: JsonObject, id?: string) =>
  test.post('/api/v1/events', { name: event, data, ...(id && { id }) });
const emit = async (data: JsonObject, id?: string): Promise<string[]> =>
  (await tell(data, id)).body.received;

type Terms = { inputs?: JsonObject; node?: string; from?: string[]; until?: string };

/** A run that is at work, with a node that waits. @returns the id of the waiting. */
async function wait(when?: string, terms: Terms = {}): Promise<string> {
  const { status, body } = await test.post('/api/v1/runs', {
    document: { name: 'waits', nodes: [{ id: 'paid', kind: 'wait_for_event', event }] },
  });
  expect(status).toBe(201);
  return waitOf(body.id, when, terms);
}

async function waitOf(
  runId: string,
  when?: string,
  { inputs = {}, node = 'paid', from, until }: Terms = {},
): Promise<string> {
  const id = `${runId}/${node}`;
  await test.services.eventWaits.open({
    id,
    runId,
    workflowId: runId,
    event,
    ...(when !== undefined && { when }),
    ...(from && { from }),
    ...(until !== undefined && { until }),
    scope: { inputs, nodes: {}, run: { id: runId } },
  });
  return id;
}

const endOf = (id: string, isOver = false) => test.services.eventWaits.end(id, { isOver });
const runOf = (id: string) => id.slice(0, id.indexOf('/'));

describe('an event that runs wait for', () => {
  it('is not mistaken for another event with the same id', async () => {
    const [paid, first] = [await wait(), event];
    expect(await emit({}, 'order-7')).toEqual([paid]);
    event = `order.shipped-${randomUUID()}`;
    const shipped = await wait();
    expect(await emit({}, 'order-7')).toEqual([shipped]);
    event = first;
    expect(await emit({}, 'order-7')).toEqual([paid]);
  });

  it('is told beside the approval that its run waits for too', async () => {
    const id = runOf(await wait());
    await test.services.runs.start(id);
    await test.database.db.update(runs).set({ status: 'waiting' }).where(eq(runs.id, id));
    await test.services.approvals.request({
      id: `${id}.confirm`,
      runId: id,
      nodePath: 'confirm',
      workflowId: id,
      title: 'Confirm it',
      show: {},
      hash: 'hash',
      approvers: ['any'],
      token: 'the token',
      requestedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    const { body } = await test.get(`/api/v1/runs/${id}`);
    expect(body.notice).toMatch(/^The run waits for the event order\.paid.*waits for an approval/);
  });

  it('is kept for each run whose filter is true, and each workflow is signaled once', async () => {
    const [one, other, any] = [
      await wait('event.data.order == inputs.order', { inputs: { order: 1 } }),
      await wait('event.data.order == inputs.order', { inputs: { order: 2 } }),
      await wait(),
    ];
    const received = await emit({ order: 1, amount: 40 }, `payment of ${event}`);
    expect(received.toSorted()).toEqual([any, one].toSorted());
    expect(await endOf(one)).toMatchObject({
      event: { name: event, id: `payment of ${event}`, data: { order: 1, amount: 40 } },
    });
    expect(await endOf(other)).toEqual({});
    await deliver();
    await deliver();
    const told = test.temporal.signals.filter(({ name }) => name === 'eventArrived');
    expect(told.map(({ argument }) => argument)).toEqual(
      [any, one].toSorted().map((id) => ({ wait: id })),
    );
    expect(told.map(({ workflowId }) => workflowId).toSorted()).toEqual(
      [any, one].map(runOf).toSorted(),
    );
  });

  it('counts once: sent again, it is unchanged, and does not count for runs that wait since', async () => {
    const first = await wait();
    const id = `payment of ${event}`;
    expect(await emit({ amount: 1 }, id)).toEqual([first]);
    const second = await waitOf(runOf(first), undefined, { node: 'again' });
    expect(await emit({ amount: 1 }, id)).toEqual([first]);
    expect(await endOf(second)).toEqual({});
    expect(await emit({ amount: 2 }, `${id} again`)).toEqual([second]);
    expect(await endOf(first)).toMatchObject({ event: { data: { amount: 1 } } });
  });

  it('is kept while Temporal is unavailable, and delivered when it is back', async () => {
    const id = await wait();
    await emit({ amount: 1 });
    test.temporal.failure = unreachable;
    expect(await deliver()).toBeGreaterThan(0);
    expect(test.temporal.signals).toEqual([]);
    test.temporal.failure = undefined;
    expect(await deliver()).toBeUndefined();
    expect(test.temporal.signals).toMatchObject([{ name: 'eventArrived', argument: { wait: id } }]);
  });

  it('is not kept for a node that no longer waits, nor sent to a run that has ended', async () => {
    const [late, over] = [await wait(), await wait()];
    expect(await endOf(late, true)).toEqual({});
    test.temporal.workflows.get(runOf(over))!.status = 'COMPLETED';
    expect(await emit({})).toEqual([over]);
    expect(await endOf(late)).toEqual({});
    expect(await deliver()).toBeUndefined();
    expect(test.temporal.signals).toEqual([]);
  });

  it('does not receive an event whose filter cannot be evaluated, and shows the problem', async () => {
    const id = await wait('event.data.order.number > 3');
    expect(await emit({ order: 'none' })).toEqual([]);
    expect(await endOf(id)).toEqual({
      problem: expect.stringContaining('The filter cannot be evaluated'),
    });
    expect(await emit({ order: { number: 4 } })).toEqual([id]);
  });

  it('says what it was passed over for, and why, without what the run knows', async () => {
    const paid = await wait('event.data.order == inputs.order', { inputs: { order: 41 } });
    const { passedOver } = (await tell({ order: 5 })).body;
    expect(passedOver).toEqual([
      {
        id: paid,
        kind: 'wait',
        reason: 'The filter is false: event.data.order == inputs.order (event.data.order is 5)',
      },
    ]);
  });

  it('says of a filter that cannot be used nothing of what the run knows', async () => {
    const inputs = { secret: 'hush', other: {} };
    const unclear = await wait('inputs.secret', { inputs });
    const unusable = await wait('inputs.other.hush > 3', { inputs });
    const { passedOver } = (await tell({ order: 5 })).body;
    expect(
      Object.fromEntries(passedOver.map(({ id, reason }: JsonObject) => [id, reason])),
    ).toEqual({
      [unclear]: 'The filter is not true or false.',
      [unusable]: 'The filter cannot be evaluated.',
    });
    expect((await endOf(unclear)).problem).toContain('hush');
    expect((await endOf(unusable)).problem).toContain('hush');
  });

  it('lists 100 of those that it does not count for, and counts the rest', async () => {
    const first = await wait('false');
    for (let more = 1; more <= 101; more += 1) {
      await waitOf(runOf(first), 'false', { node: `paid-${more}` });
    }
    const { passedOver, morePassedOver } = (await tell({})).body;
    expect(passedOver).toHaveLength(100);
    expect(morePassedOver).toBe(2);
  });

  it('counts only from those whom the node names', async () => {
    const paid = await wait(undefined, { from: ['ann', 'payments'] });
    await test.ask('PUT', '/api/v1/users/ann', { payload: { roles: ['operator'] } });
    const groups = ['payments'];
    await test.ask('PUT', '/api/v1/users/bea', { payload: { roles: ['operator'], groups } });
    expect((await tell({})).body).toMatchObject({
      received: [],
      passedOver: [{ id: paid, reason: 'Only ann or payments may send it.' }],
    });
    for (const user of ['ann', 'bea']) {
      const waiting = await wait(undefined, { from: ['ann', 'payments'] });
      const headers = { authorization: `Bearer ${await test.ownKey(user)}` };
      const { body } = await test.ask('POST', '/api/v1/events', {
        payload: { name: event, data: {} },
        headers,
      });
      expect(body.received).toContain(waiting);
    }
  });

  it('makes a run wait that waits for it, and shows which', async () => {
    const id = await wait('event.data.order == 1', { until: '2031-01-01T00:00:00.000Z' });
    await test.services.runs.start(runOf(id));
    await test.services.runs.settleWaiting(runOf(id));
    const waitsFor = [
      {
        nodePath: 'paid',
        event,
        when: 'event.data.order == 1',
        from: null,
        since: expect.any(String),
        until: '2031-01-01T00:00:00.000Z',
        problem: null,
      },
    ];
    const { body: run } = await test.get(`/api/v1/runs/${runOf(id)}`);
    expect(run).toMatchObject({ status: 'waiting', waitsFor });
    expect(run.notice).toContain(`npx baton event send ${event} --data '{}'`);
    const { items } = (await test.get('/api/v1/runs?status=waiting')).body;
    expect(items.find((item: JsonObject) => item['id'] === runOf(id))).toMatchObject({ waitsFor });
    await emit({ order: 1 });
    await test.services.runs.settleWaiting(runOf(id));
    const { body: after } = await test.get(`/api/v1/runs/${runOf(id)}`);
    expect(after).toMatchObject({ status: 'in_progress', waitsFor: [] });
  });

  it('is kept for no node of a run whose workflow was terminated', async () => {
    const id = await wait();
    await test.services.runs.start(runOf(id));
    test.temporal.workflows.get(runOf(id))!.status = 'TERMINATED';
    expect((await test.get(`/api/v1/runs/${runOf(id)}`)).body.status).toBe('cancelled');
    expect(await emit({})).toEqual([]);
  });

  it('that came as the time was up counts', async () => {
    const id = await wait();
    await emit({ amount: 3 });
    expect(await endOf(id, true)).toMatchObject({ event: { data: { amount: 3 } } });
  });
});
