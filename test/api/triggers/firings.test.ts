import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';
import {
  documentOf,
  everyMorning,
  noteScheduled,
  publish as publishTo,
  upkeepOf,
} from './support.ts';

let test: TestApp;
let name = '';
let count = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.temporal.failure = undefined;
  count += 1;
  name = `desk-${count}`;
});

const trigger = () => `${name}.every_morning`;
const publish = (change: JsonObject = {}, headers = {}) =>
  publishTo(test, documentOf(name, { ...everyMorning, ...change }), headers);
const start = () => upkeepOf(test).start();

const fired = (...when: [at?: Date, key?: string]) => noteScheduled(test, trigger(), ...when);
const history = async () => (await test.get(`/api/v1/triggers/${trigger()}/firings`)).body.items;
const runsOf = async () => (await test.get(`/api/v1/runs?trigger=${trigger()}`)).body.items;

describe('a schedule that fires', () => {
  it('starts a run of the pipeline, which says why it is there', async () => {
    await publish({ input: { symbol: 'DAX', at: '{{ event.at }}' } });
    const at = new Date();
    const firing = await fired(at);
    await upkeepOf(test).tell();
    await start();
    expect(await runsOf()).toMatchObject([
      {
        id: firing.runId,
        pipeline: name,
        user: 'local',
        startedBy: 'operator',
        input: { symbol: 'DAX', at: at.toISOString() },
        cause: { trigger: trigger(), kind: 'schedule', firing: firing.id, at: at.toISOString() },
      },
    ]);
    expect(test.temporal.workflows.has(firing.runId)).toBe(true);
    expect(await history()).toMatchObject([
      { status: 'started', runId: firing.runId, failures: 0 },
    ]);
    const { body } = await test.get(`/api/v1/triggers/${trigger()}`);
    expect(body).toMatchObject({
      text: 'at 08:00, Monday to Friday (Europe/Berlin)',
      last: { runId: firing.runId },
      next: ['2030-01-01T08:00:00.000Z'],
    });
  });

  it('starts one run for one time, however often it is reported', async () => {
    await publish({ overlap: 'allowAll' });
    const at = new Date();
    await fired(at);
    await fired(at);
    await Promise.all([start(), start()]);
    await start();
    expect(await runsOf()).toHaveLength(1);
  });

  it('starts one run also where a process died once the run was stored', async () => {
    await publish();
    const firing = await fired();
    const { insert } = test.services.runs;
    const dying = {
      ...test.services,
      runs: {
        ...test.services.runs,
        async insert(...run: Parameters<typeof insert>) {
          await insert(...run);
          throw new Error('killed');
        },
      },
    };
    await expect(upkeepOf({ ...test, services: dying }).start()).rejects.toThrow('killed');
    expect(await history()).toMatchObject([{ status: 'pending' }]);
    await start();
    expect(await history()).toMatchObject([{ status: 'started' }]);
    expect(await runsOf()).toHaveLength(1);
    expect(test.temporal.workflows.has(firing.runId)).toBe(true);
  });

  it('has its run pending while Temporal is unavailable', async () => {
    await publish();
    const { runId } = await fired();
    test.temporal.failure = unreachable;
    await start();
    expect(await runsOf()).toMatchObject([{ id: runId, status: 'pending' }]);
  });

  it('is skipped if Baton was down for longer than catchUp', async () => {
    await publish({ catchUp: '10m' });
    await fired(new Date(Date.now() - 11 * 60_000));
    await start();
    expect(await history()).toMatchObject([
      {
        status: 'skipped',
        reason: 'Baton was down at that time, and for longer than catchUp (10m).',
      },
    ]);
    expect(await runsOf()).toEqual([]);
  });

  it('is left out where the trigger has left the pipeline', async () => {
    await publish();
    await fired();
    await test.ask('DELETE', `/api/v1/pipelines/${name}`);
    await start();
    await publish();
    expect(await history()).toMatchObject([
      { status: 'skipped', reason: 'The trigger is no longer in its pipeline.' },
    ]);
  });
});

describe('a trigger that cannot start its run', () => {
  const notified = async () =>
    (await test.get('/api/v1/notifications')).body.items.filter(
      ({ title }: { title: string }) => title === `${trigger()} could not start ${name}`,
    );
  const later = async () => {
    const [{ id }] = await history();
    await test.database.db.execute(
      `update trigger_firings set due_at = now() - interval '1 second' where id = '${id}'`,
    );
    await start();
  };

  it('says so, notifies its owner once, and is tried again', async () => {
    await test.ask('PUT', '/api/v1/users/ada', { payload: { roles: ['operator', 'author'] } });
    const key = await test.ownKey('ada');
    await publish({}, { authorization: `Bearer ${key}` });
    await test.ask('PUT', '/api/v1/users/ada', { payload: { roles: ['author'] } });
    await fired();
    await start();
    const [firing] = await history();
    expect(firing).toMatchObject({ status: 'pending', failures: 1 });
    expect(firing.reason).toContain('ada, who stored the pipeline, can no longer start runs');
    expect(Date.parse(firing.retryAt)).toBeGreaterThan(Date.now());
    await later();
    expect(await history()).toMatchObject([{ status: 'pending', failures: 2 }]);
    expect(await notified()).toMatchObject([{ kind: 'trigger-failed', user: 'ada', runId: null }]);
    await test.ask('PUT', '/api/v1/users/ada', { payload: { roles: ['author', 'operator'] } });
    await later();
    expect(await history()).toMatchObject([{ status: 'started', failures: 2 }]);
    expect(await runsOf()).toMatchObject([{ user: 'ada', startedBy: 'ada' }]);
  });

  it('is given up in the end, and its owner is notified', async () => {
    await publish();
    await fired();
    await test.database.db.execute(`update triggers set "user" = 'bob' where id = '${trigger()}'`);
    await start();
    for (let failures = 1; failures < 6; failures += 1) await later();
    expect(await history()).toMatchObject([{ status: 'failed', failures: 6, retryAt: null }]);
    expect(await notified()).toHaveLength(2);
  });
});

describe('POST /api/v1/triggers/:id/fire', () => {
  const fire = (key?: string, headers = {}) =>
    test.ask('POST', `/api/v1/triggers/${trigger()}/fire`, {
      headers: { ...(key && { 'idempotency-key': key }), ...headers },
    });

  it('starts a run at once, also while the trigger is paused', async () => {
    await publish();
    await test.post(`/api/v1/triggers/${trigger()}/pause`, {});
    const { status, body } = await fire();
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { kind: 'manual', by: 'operator', status: 'started' },
    });
    expect(await runsOf()).toMatchObject([{ id: body.runId, cause: { kind: 'manual' } }]);
  });

  it('fires once for one key', async () => {
    await publish({ overlap: 'allowAll' });
    const [one, other] = [await fire('k'), await fire('k')];
    expect(one.body.runId).toBe(other.body.runId);
    await fire('another');
    expect(await runsOf()).toHaveLength(2);
  });

  it('is refused to who is neither its owner nor an admin', async () => {
    await publish();
    await test.ask('PUT', '/api/v1/users/eve', { payload: { roles: ['operator'] } });
    const authorization = `Bearer ${await test.ownKey('eve')}`;
    const refused = await fire(undefined, { authorization });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body.detail).toContain('starts runs on behalf of operator');
    const paused = await test.ask('POST', `/api/v1/triggers/${trigger()}/pause`, {
      headers: { authorization },
    });
    expect(paused).toMatchObject({ status: 200, body: { paused: { by: 'eve' } } });
  });
});

describe('who stores a pipeline with triggers', () => {
  it('must be somebody who may start runs', async () => {
    await test.ask('PUT', '/api/v1/users/writer', { payload: { roles: ['author'] } });
    const authorization = `Bearer ${await test.ownKey('writer')}`;
    const refused = await publish({}, { authorization });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body.detail).toContain('and writer cannot start runs');
    expect(await test.services.triggers.get(trigger())).toBeUndefined();
  });
});

describe('a trigger that ships with Baton', () => {
  it('is paused, and acts for who resumes it', async () => {
    const document = documentOf(name, everyMorning) as never;
    await test.services.pipelines.put({ document, hash: 'h', source: 'shipped', text: null });
    const at = `/api/v1/triggers/${trigger()}`;
    expect((await test.get(at)).body).toMatchObject({ user: null, paused: { by: null } });
    const refused = await test.ask('POST', `${at}/fire`);
    expect(refused).toMatchObject({ status: 409 });
    await test.post(`${at}/resume`, {});
    await test.services.pipelines.put({ document, hash: 'h', source: 'shipped', text: null });
    expect((await test.get(at)).body).toMatchObject({ user: 'local', paused: null });
  });
});
