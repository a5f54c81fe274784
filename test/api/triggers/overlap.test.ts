import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
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
  count += 1;
  name = `desk-${count}`;
});

const trigger = () => `${name}.every_morning`;
const publish = (change: JsonObject = {}) =>
  publishTo(test, documentOf(name, { ...everyMorning, ...change }));
const start = () => upkeepOf(test).start();

const fired = (...when: [at?: Date, key?: string]) => noteScheduled(test, trigger(), ...when);
const history = async () => (await test.get(`/api/v1/triggers/${trigger()}/firings`)).body.items;
const end = (id: string) => test.services.runs.finish(id, { status: 'completed', nodes: [] });

describe('where an earlier run has not ended', () => {
  it.each(['skip', 'bufferOne', 'bufferAll', 'allowAll'])('%s', async (overlap) => {
    await publish({ overlap });
    const first = await fired(new Date(), 'one');
    await start();
    await fired(new Date(), 'two');
    await start();
    await fired(new Date(), 'three');
    await start();
    const statuses = async () => (await history()).map(({ status }: JsonObject) => status);
    const expected: Record<string, string[]> = {
      skip: ['skipped', 'skipped', 'started'],
      bufferOne: ['skipped', 'pending', 'started'],
      bufferAll: ['pending', 'pending', 'started'],
      allowAll: ['started', 'started', 'started'],
    };
    expect(await statuses()).toEqual(expected[overlap]);
    await end(first.runId);
    await start();
    const later: Record<string, string[]> = {
      ...expected,
      bufferOne: ['skipped', 'started', 'started'],
      bufferAll: ['pending', 'started', 'started'],
    };
    expect(await statuses()).toEqual(later[overlap]);
  });

  it('cancelOther cancels it, and starts once it has ended', async () => {
    await publish({ overlap: 'cancelOther' });
    const first = await fired(new Date(), 'one');
    await start();
    await test.services.runs.start(first.runId);
    await fired(new Date(), 'two');
    await start();
    expect(test.temporal.signals).toMatchObject([
      { workflowId: first.runId, argument: { by: `trigger ${trigger()}` } },
    ]);
    expect(await history()).toMatchObject([{ status: 'pending' }, { status: 'started' }]);
    await test.services.runs.finish(first.runId, { status: 'cancelled', nodes: [] });
    await start();
    expect(await history()).toMatchObject([{ status: 'started' }, { status: 'started' }]);
  });
});
