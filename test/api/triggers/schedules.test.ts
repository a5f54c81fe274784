import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSchedules } from '../../../api/upkeep/tell-schedules.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';
import { documentOf, everyMorning, publish as publishTo, upkeepOf } from './support.ts';

let test: TestApp;
const scheduleId = 'trigger-desk.every_morning';

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.temporal.failure = undefined;
});

const publish = (trigger?: Parameters<typeof documentOf>[1]) =>
  publishTo(test, documentOf('desk', ...(trigger ? [trigger] : [])));
const scheduled = () => test.temporal.schedules.get(scheduleId);
const tell = () => upkeepOf(test).tell();

describe('the schedules in Temporal', () => {
  it('are as the document has them', async () => {
    await publish({
      ...everyMorning,
      except: ['12-25', '2027-01-01'],
      jitter: '30s',
      catchUp: '2h',
    });
    expect(await tell()).toBe(true);
    expect(scheduled()).toMatchObject({
      spec: {
        cronExpressions: ['0 8 * * MON-FRI'],
        timezone: 'Europe/Berlin',
        skip: [
          { month: 'DECEMBER', dayOfMonth: 25, hour: '*', minute: '*', second: '*' },
          { month: 'JANUARY', dayOfMonth: 1, year: 2027 },
        ],
        jitter: 30_000,
      },
      action: { workflowType: 'fireTrigger', args: [{ trigger: 'desk.every_morning' }] },
      policies: { catchupWindow: 7_200_000, overlap: 'ALLOW_ALL' },
      state: { paused: false },
    });
  });

  it('change with it, and go with it', async () => {
    await publish({ ...everyMorning, cron: '0 9 * * *' });
    await tell();
    expect(scheduled()?.spec).toMatchObject({ cronExpressions: ['0 9 * * *'], skip: [] });
    await publish();
    await tell();
    expect(scheduled()).toBeUndefined();
    expect((await test.get('/api/v1/triggers')).body.items).toEqual([]);
  });

  it('are created once Temporal is back', async () => {
    test.temporal.failure = unreachable;
    await publish(everyMorning);
    expect(await tell()).toBe(false);
    test.temporal.failure = undefined;
    expect(await tell()).toBe(true);
    expect(scheduled()).toBeDefined();
  });

  it('are left alone where nothing changed', async () => {
    await publish(everyMorning);
    await tell();
    test.temporal.schedules.clear();
    await publish(everyMorning);
    await tell();
    expect(scheduled()).toBeUndefined();
  });

  it('that Temporal has lost are made again, and those of no trigger are removed', async () => {
    await publish({ ...everyMorning, cron: '0 10 * * *' });
    await tell();
    const made = scheduled();
    test.temporal.schedules.clear();
    test.temporal.schedules.set('trigger-gone.daily', made!);
    test.temporal.schedules.set('of-somebody-else', made!);
    await checkSchedules(test.services);
    await tell();
    expect([...test.temporal.schedules.keys()].toSorted()).toEqual([
      'of-somebody-else',
      scheduleId,
    ]);
    test.temporal.schedules.delete('of-somebody-else');
  });

  it('that Temporal refuses say so at the trigger', async () => {
    test.temporal.unknownTimeZone = 'Europe/Kyiv';
    await publish({ ...everyMorning, timeZone: 'Europe/Kyiv' });
    expect(await tell()).toBe(true);
    const { body } = await test.get('/api/v1/triggers/desk.every_morning');
    expect(body.problem).toBe('Temporal refuses the schedule: unknown time zone Europe/Kyiv');
    await publish(everyMorning);
    await tell();
    expect((await test.get('/api/v1/triggers/desk.every_morning')).body.problem).toBeNull();
  });

  it('stand still while a trigger is paused', async () => {
    await test.post('/api/v1/triggers/desk.every_morning/pause', {});
    await tell();
    expect(scheduled()?.state).toMatchObject({ paused: true });
    const { body } = await test.get('/api/v1/triggers/desk.every_morning');
    expect(body).toMatchObject({ paused: { by: 'operator' }, next: [] });
    await publish({ ...everyMorning, cron: '0 7 * * *' });
    await tell();
    expect(scheduled()).toMatchObject({
      state: { paused: true },
      spec: { cronExpressions: ['0 7 * * *'] },
    });
    await test.post('/api/v1/triggers/desk.every_morning/resume', {});
    await tell();
    expect(scheduled()?.state).toMatchObject({ paused: false });
  });

  it('go where the pipeline is deleted', async () => {
    await test.ask('DELETE', '/api/v1/pipelines/desk');
    await tell();
    expect(scheduled()).toBeUndefined();
  });
});
