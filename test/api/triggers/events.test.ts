import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { createEmitEvent } from '../../../activities/services/events/emit-event.ts';
import { eventRepository } from '../../../db/repositories/triggers/events.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { documentOf, publish as publishTo, upkeepOf } from './support.ts';

let test: TestApp;
let name = '';
let event = '';
let count = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  count += 1;
  name = `desk-${count}`;
  event = `report.ready-${count}`;
});

const id = (pipeline = name) => `${pipeline}.told`;
const publish = (change: JsonObject = {}, pipeline = name) =>
  publishTo(test, documentOf(pipeline, { id: 'told', kind: 'event', event, ...change }));
const emit = (data: JsonObject, more: JsonObject = {}) =>
  test.post('/api/v1/events', { name: event, data, ...more });
const start = () => upkeepOf(test).start();
const history = async () => (await test.get(`/api/v1/triggers/${id()}/firings`)).body.items;
const runs = async (pipeline = name) =>
  (await test.get(`/api/v1/runs?trigger=${id(pipeline)}`)).body.items;

describe('an event', () => {
  it('starts a run of every pipeline that waits for it, with its data', async () => {
    await publish();
    await publish(
      { input: { symbol: '{{ event.data.symbol }}', at: '{{ event.name }}' } },
      `${name}-b`,
    );
    await publishTo(test, documentOf(`${name}-c`, { id: 'told', kind: 'event', event: 'another' }));
    const { status, body } = await emit({ symbol: 'DAX' });
    expect({ status, body }).toMatchObject({ status: 202, body: { name: event } });
    const told = new Map<string, { runId: string }>(
      body.firings.map((firing: { trigger: string }) => [firing.trigger, firing]),
    );
    expect([...told.keys()].toSorted()).toEqual([id(`${name}-b`), id()]);
    expect(told.get(id())).toMatchObject({ kind: 'event', by: 'operator' });
    await start();
    expect(await runs()).toMatchObject([{ id: told.get(id())!.runId, input: { symbol: 'DAX' } }]);
    expect(await runs(`${name}-b`)).toMatchObject([{ input: { symbol: 'DAX', at: event } }]);
    expect(await runs(`${name}-c`)).toEqual([]);
  });

  it('fires only where its filter is true', async () => {
    await publish({ when: 'event.data.symbol == "DAX"' });
    expect((await emit({ symbol: 'SPX' })).body).toMatchObject({
      firings: [],
      passedOver: [
        {
          id: id(),
          kind: 'trigger',
          reason: 'The filter is false: event.data.symbol == "DAX" (event.data.symbol is "SPX")',
        },
      ],
    });
    expect((await emit({ symbol: 'DAX' })).body.firings).toHaveLength(1);
  });

  it('fires only where its sender is one of those who may send it', async () => {
    await publish({ from: ['ada'] });
    const { body } = await emit({ symbol: 'SPX' });
    expect(body).toMatchObject({
      firings: [],
      passedOver: [{ id: id(), reason: 'Only ada may send it.' }],
    });
  });

  it('of one id fires once', async () => {
    await publish();
    const [one, other] = [
      await emit({ symbol: 'SPX' }, { id: 'report 7' }),
      await emit({ symbol: 'SPX' }, { id: 'report 7' }),
    ];
    expect(other.body.firings[0].runId).toBe(one.body.firings[0].runId);
    await start();
    expect(await runs()).toHaveLength(1);
  });

  it('says so where a filter cannot be evaluated', async () => {
    await publish({ when: 'event.data.score > 1.0' });
    await emit({ symbol: 'SPX' });
    await emit({ symbol: 'SPX', score: 2 });
    await start();
    const [passed, failed] = await history();
    expect(passed).not.toMatchObject({ reason: expect.stringContaining('The filter') });
    expect(failed).toMatchObject({ status: 'failed' });
    expect(failed.reason).toContain('The filter cannot be evaluated: ');
    const { items } = (await test.get('/api/v1/notifications')).body;
    expect(items.map(({ title }: JsonObject) => title)).toContain(
      `${id()} could not start ${name}`,
    );
  });

  it('starts nothing of a trigger that is paused, or whose data does not fit', async () => {
    await publish();
    await emit({ symbol: 1 });
    await start();
    expect(await history()).toMatchObject([{ status: 'failed', failures: 1 }]);
    await test.post(`/api/v1/triggers/${id()}/pause`, {});
    expect((await emit({ symbol: 'SPX' })).body).toMatchObject({
      firings: [],
      passedOver: [{ id: id(), reason: 'The trigger is paused.' }],
    });
    expect(await runs()).toEqual([]);
  });

  it('has a name of letters, digits and dots', async () => {
    const { status, body } = await test.post('/api/v1/events', { name: 'report ready' });
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ path: 'name' }] } });
  });
});

describe('an event that a run publishes', () => {
  const emitFrom = (runId: string, key: string) => {
    const { runs: records, firings, users } = test.services;
    const emitEvent = createEmitEvent({
      events: eventRepository(test.database.db),
      firings,
      runs: records,
      users,
    });
    return emitEvent({ name: event, data: { symbol: 'SPX' }, id: key, runId, user: 'ada' });
  };

  it('fires once for one call, and in the name of its user', async () => {
    await publish();
    const told = { started: [id()], received: [] };
    expect(await emitFrom('run_1', 'run_1/tell#tool')).toEqual(told);
    expect(await emitFrom('run_1', 'run_1/tell#tool')).toEqual(told);
    expect(await history()).toMatchObject([{ by: 'ada', kind: 'event' }]);
  });

  it('stops pipelines that start each other without an end', async () => {
    await publish();
    let runId = 'run_1';
    for (let round = 1; round <= 8; round += 1) {
      await emitFrom(runId, `round ${round}`);
      await start();
      [{ runId }] = await history();
    }
    await expect(emitFrom(runId, 'round 9')).rejects.toThrow('in a chain of 8 events');
    expect(await runs()).toHaveLength(8);
  });
});
