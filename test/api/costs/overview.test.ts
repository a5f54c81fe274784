import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndStatus } from '../../../contracts/runs/run.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { bookCall } from '../support/booked-call.ts';

let test: TestApp;
const today = new Date().toISOString().slice(0, 10);

async function run(status: EndStatus, started = '2026-11-21T12:00:00.000Z'): Promise<string> {
  const request = { pipeline: 'price-check', input: { symbol: 'SPX' } };
  const { id } = (await test.post('/api/v1/runs', request)).body;
  await test.services.runs.start(id, new Date(started));
  const error = { type: 'Broken', message: 'It broke.' };
  await test.services.runs.finish(id, {
    status,
    output: null,
    ...(status !== 'completed' && { error }),
    nodes: [],
  });
  return id;
}

beforeAll(async () => {
  test = await openTestApp();
  const at = new Date();
  const good = await run('completed');
  await run('failed');
  const late = await run('timeout');
  await bookCall(test, { at, runId: good, agent: 'bull', costUsd: '0.1', durationMs: 100 });
  await bookCall(test, { at, runId: good, agent: 'bear', costUsd: '0.2', durationMs: 300 });
  await bookCall(test, { at, runId: late, agent: 'bull', costUsd: '0.3', durationMs: 500 });
  await bookCall(test, { at, source: 'gateway', model: 'ollama:qwen3', costUsd: '0' });
  // Before the period that is asked for.
  await bookCall(test, { at: new Date('2026-01-02T00:00:00Z'), runId: good, costUsd: '9' });
});
afterAll(() => test.close());

const overview = async (query = `from=${today}`) =>
  (await test.get(`/api/v1/overview?${query}`)).body;

it('adds up runs and costs of a period by what one asks for', async () => {
  const body = await overview();
  expect(body.totals).toMatchObject({
    runs: 3,
    completed: 1,
    failed: 1,
    timedOut: 1,
    cancelled: 0,
    calls: 4,
    costUsd: '0.6',
  });
  expect(body.pipeline).toMatchObject([
    { key: 'price-check', runs: 3, failed: 1, timedOut: 1, calls: 3, costUsd: '0.6' },
    { key: null, runs: 0, calls: 1, costUsd: '0' },
  ]);
  expect(body.agent).toMatchObject([
    { key: 'bull', runs: 2, completed: 1, timedOut: 1, costUsd: '0.4', medianMs: 300, slowMs: 480 },
    { key: 'bear', runs: 1, completed: 1, costUsd: '0.2', medianMs: 300 },
    { key: null, runs: 0, calls: 1 },
  ]);
  expect(body.model).toMatchObject([
    { key: 'openai:gpt-5.2', runs: 2, calls: 3 },
    { key: 'ollama:qwen3', runs: 0, calls: 1 },
  ]);
  expect(body.day).toMatchObject([{ key: today, runs: 3, calls: 4, costUsd: '0.6' }]);
});

it('measures how long completed runs took', async () => {
  const { totals } = await overview();
  expect(totals.medianMs).toBeGreaterThan(0);
  expect(totals.slowMs).toBe(totals.medianMs);
});

it('has nothing for a time without runs', async () => {
  const { totals, pipeline, day } = await overview('from=2020-01-01&to=2020-02-01');
  expect(totals).toMatchObject({ runs: 0, medianMs: null, costUsd: '0' });
  expect([pipeline, day]).toEqual([[], []]);
});

it('leads to the runs behind each number', async () => {
  const found = async (query: string) => {
    const { items } = (await test.get(`/api/v1/runs?${query}`)).body;
    return items.map(({ status }: { status: string }) => status).toSorted();
  };
  expect(await found(`from=${today}&calledBy=bull`)).toEqual(['completed', 'timeout']);
  expect(await found(`from=${today}&calledBy=bear`)).toEqual(['completed']);
  expect(await found('model=openai:gpt-5.2&status=timeout')).toEqual(['timeout']);
  expect(await found('model=openai:gpt-5.2&calledBy=nobody')).toEqual([]);
  expect(await found(`pipeline=price-check&from=${today}`)).toHaveLength(3);
  expect(await found(`to=${today}`)).toEqual([]);
});

it('counts which of the failed runs were retried, and the list of runs names the retry', async () => {
  const id = await run('failed');
  expect((await overview()).totals).toMatchObject({ failed: 2, retried: 0 });
  const { compiled, input } = (await test.services.runs.get(id))!;
  await test.services.runs.insert({ id: `${id}-retry`, compiled, input, retryOf: id });
  const { totals, pipeline, agent } = await overview();
  expect(totals).toMatchObject({ failed: 2, retried: 1 });
  expect(pipeline).toMatchObject([{ key: 'price-check', retried: 1 }, { retried: 0 }]);
  expect(agent[0]).toMatchObject({ key: 'bull', retried: 0 });
  const { items } = (await test.get('/api/v1/runs?status=failed')).body;
  const listed = new Map<string, string[]>(
    items.map((one: { id: string; retriedAs: string[] }) => [one.id, one.retriedAs]),
  );
  expect(listed.get(id)).toEqual([`${id}-retry`]);
  expect([...listed.values()].filter((retries) => retries.length === 0)).toHaveLength(1);
});
