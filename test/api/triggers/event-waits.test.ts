import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverEvents } from '../../../api/upkeep/deliver-events.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
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
const emit = async (data: JsonObject, id?: string): Promise<string[]> =>
  (await test.post('/api/v1/events', { name: event, data, ...(id && { id }) })).body.received;

/** A run that is at work, with a node that waits. @returns the id of the waiting. */
async function wait(when?: string, scope: { inputs?: JsonObject } = {}): Promise<string> {
  const { status, body } = await test.post('/api/v1/runs', {
    document: { name: 'waits', nodes: [{ id: 'paid', kind: 'wait_for_event', event }] },
  });
  expect(status).toBe(201);
  return waitOf(body.id, when, scope);
}

async function waitOf(
  runId: string,
  when?: string,
  { inputs = {}, node = 'paid' }: { inputs?: JsonObject; node?: string } = {},
): Promise<string> {
  const id = `${runId}/${node}`;
  await test.services.eventWaits.open({
    id,
    runId,
    workflowId: runId,
    event,
    ...(when !== undefined && { when }),
    scope: { inputs, nodes: {}, run: { id: runId } },
  });
  return id;
}

const endOf = (id: string, isOver = false) => test.services.eventWaits.end(id, { isOver });
const runOf = (id: string) => id.slice(0, id.indexOf('/'));

describe('an event that runs wait for', () => {
  it('is not taken for another event of the same id', async () => {
    const [paid, first] = [await wait(), event];
    expect(await emit({}, 'order-7')).toEqual([paid]);
    event = `order.shipped-${randomUUID()}`;
    const shipped = await wait();
    expect(await emit({}, 'order-7')).toEqual([shipped]);
    event = first;
    expect(await emit({}, 'order-7')).toEqual([paid]);
  });

  it('is kept for each of them whose filter is true, and their workflows are told once', async () => {
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

  it('counts once: told of again it is what it was, and is kept for nobody who waits since', async () => {
    const first = await wait();
    const id = `payment of ${event}`;
    expect(await emit({ amount: 1 }, id)).toEqual([first]);
    const second = await waitOf(runOf(first), undefined, { node: 'again' });
    expect(await emit({ amount: 1 }, id)).toEqual([first]);
    expect(await endOf(second)).toEqual({});
    expect(await emit({ amount: 2 }, `${id} again`)).toEqual([second]);
    expect(await endOf(first)).toMatchObject({ event: { data: { amount: 1 } } });
  });

  it('is kept though Temporal is away, and told of once it is back', async () => {
    const id = await wait();
    await emit({ amount: 1 });
    test.temporal.failure = unreachable;
    expect(await deliver()).toBeGreaterThan(0);
    expect(test.temporal.signals).toEqual([]);
    test.temporal.failure = undefined;
    expect(await deliver()).toBeUndefined();
    expect(test.temporal.signals).toMatchObject([{ name: 'eventArrived', argument: { wait: id } }]);
  });

  it('is not kept for a node that waits no more, nor told to a run that is over', async () => {
    const [late, over] = [await wait(), await wait()];
    expect(await endOf(late, true)).toEqual({});
    test.temporal.workflows.get(runOf(over))!.status = 'COMPLETED';
    expect(await emit({})).toEqual([over]);
    expect(await endOf(late)).toEqual({});
    expect(await deliver()).toBeUndefined();
    expect(test.temporal.signals).toEqual([]);
  });

  it('does not count where the filter cannot be worked out, which is said', async () => {
    const id = await wait('event.data.order.number > 3');
    expect(await emit({ order: 'none' })).toEqual([]);
    expect(await endOf(id)).toEqual({
      problem: expect.stringContaining('The filter cannot be worked out'),
    });
    expect(await emit({ order: { number: 4 } })).toEqual([id]);
  });

  it('that came as the time was up counts', async () => {
    const id = await wait();
    await emit({ amount: 3 });
    expect(await endOf(id, true)).toMatchObject({ event: { data: { amount: 3 } } });
  });
});
