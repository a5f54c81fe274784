import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { healthAlertRepository } from '../../../db/repositories/health/health-alerts.ts';
import { healthAlerts, modelCalls } from '../../../db/schema/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { bookCall } from '../support/booked-call.ts';

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const alert = async (body: object) => {
  const { status, body: made } = await test.post('/api/v1/health-alerts', body);
  expect(made, JSON.stringify(made)).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(201);
  return made;
};
const told = async (): Promise<string[]> => {
  const { items } = (await test.get('/api/v1/notifications')).body;
  return items
    .filter(({ kind }: { kind: string }) => kind === 'health-alert')
    .map(({ title, text }: { title: string; text: string }) => `${title}: ${text}`)
    .toReversed();
};
const listed = async () => (await test.get('/api/v1/health-alerts')).body.items;

/** Ends runs, as a worker does. */
async function end(...statuses: ('completed' | 'failed' | 'timeout' | 'cancelled')[]) {
  for (const status of statuses) {
    const request = { pipeline: 'price-check', input: { symbol: 'SPX' } };
    const { id } = (await test.post('/api/v1/runs', request)).body;
    await test.services.runs.start(id);
    const error = { type: 'Broken', message: 'It broke.' };
    await test.services.runs.finish(id, { status, output: null, error, nodes: [] });
    await test.services.healthAlerts.lookAt({ endedRun: id });
  }
}

describe('an alert on a failure rate', () => {
  it('fires once each time it is crossed', async () => {
    await alert({ kind: 'failure-rate', pipeline: 'price-check', percent: 50, runs: 4 });
    await end('completed', 'failed', 'failed');
    // Too few runs, of which too many failed.
    expect(await told()).toEqual([]);
    await end('failed');
    const once = [
      'Failure rate of Check a price is above 50 %: 75 % of the last 4 runs failed or timed out.',
    ];
    expect(await told()).toEqual(once);
    await end('timeout');
    expect(await told()).toEqual(once);
    await end('completed', 'cancelled', 'completed');
    expect(await listed()).toMatchObject([{ isAbove: false, value: '50' }]);
    await end('completed', 'failed', 'failed', 'failed');
    expect(await told()).toHaveLength(2);
  });

  it('counts the runs of one pipeline alone, or of all', async () => {
    await alert({ kind: 'failure-rate', pipeline: 'another', percent: 10, hours: 1 });
    await alert({ kind: 'failure-rate', percent: 10, hours: 1 });
    await end('failed', 'failed', 'failed', 'failed');
    expect(await told()).toEqual([]);
    await end('failed');
    expect(await told()).toEqual([
      'Failure rate of all pipelines is above 10 %: 100 % of the runs of the last hour failed or timed out.',
    ]);
  });

  it('is told once where several look at the same time, and after a restart', async () => {
    await alert({ kind: 'failure-rate', percent: 10, runs: 1 });
    const request = { pipeline: 'price-check', input: { symbol: 'SPX' } };
    const { id } = (await test.post('/api/v1/runs', request)).body;
    const error = { type: 'Broken', message: 'It broke.' };
    await test.services.runs.finish(id, { status: 'failed', output: null, error, nodes: [] });
    const restarted = healthAlertRepository(test.database.db);
    const look = () => restarted.lookAt({ endedRun: id });
    await Promise.all([look(), look(), test.services.healthAlerts.lookAt({ endedRun: id })]);
    await look();
    expect(await told()).toHaveLength(1);
  });
});

describe('an alert on a cost', () => {
  it('fires when more is paid, and again once it was below', async () => {
    await alert({ kind: 'cost', usd: 1, hours: 1 });
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000);
    await bookCall(test, { at: at(90), costUsd: '5' });
    await bookCall(test, { at: at(0), costUsd: '0.6' });
    await test.services.healthAlerts.lookAt('paid');
    expect(await told()).toEqual([]);
    await bookCall(test, { at: at(0), costUsd: '0.5' });
    await test.services.healthAlerts.lookAt('paid');
    await bookCall(test, { at: at(0), costUsd: '0.5' });
    await test.services.healthAlerts.lookAt('paid');
    expect(await told()).toEqual([
      'Cost of all pipelines is above $1.00: Models cost $1.10 in the last hour. The page Costs and health shows what did.',
    ]);
    expect(await listed()).toMatchObject([{ isAbove: true, value: '1.6', usd: '1', hours: 1 }]);
    // Two hours pass in which nobody looks.
    const { db } = test.database;
    await db.update(modelCalls).set({ at: sql`${modelCalls.at} - interval '2 hours'` });
    await db
      .update(healthAlerts)
      .set({ checkedAt: sql`${healthAlerts.checkedAt} - interval '2 hours'` });
    await bookCall(test, { at: at(0), costUsd: '1.2' });
    await test.services.healthAlerts.lookAt('paid');
    expect(await told()).toHaveLength(2);
  });
});

it('is deleted by its user', async () => {
  const { id } = await alert({ kind: 'cost', usd: 1 });
  expect((await test.ask('DELETE', `/api/v1/health-alerts/${id}?user=bob`)).status).toBe(404);
  expect((await test.ask('DELETE', `/api/v1/health-alerts/${id}`)).status).toBe(204);
  expect(await listed()).toEqual([]);
});

it.each([
  [{ kind: 'failure-rate', percent: 10 }, 'runs'],
  [{ kind: 'failure-rate', percent: 10, runs: 5, hours: 5 }, 'runs'],
  [{ kind: 'failure-rate', percent: 100, runs: 5 }, 'percent'],
  [{ kind: 'cost' }, 'usd'],
])('refuses %j and names the field', async (body, path) => {
  const answer = await test.post('/api/v1/health-alerts', body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject([{ path }]);
});
