import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { bookCall } from '../support/booked-call.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  const day = (text: string) => new Date(`2026-11-${text}Z`);
  await bookCall(test, {
    costUsd: '0.1',
    savedUsd: '0.036',
    inputTokens: 100,
    cachedInputTokens: 40,
    runId: 'run_1',
  });
  await bookCall(test, {
    costUsd: '0.2',
    savedUsd: '-0.0025',
    outputTokens: 7,
    reasoningTokens: 3,
    agent: 'research',
  });
  await bookCall(test, { costUsd: '0.000000000001', user: 'bob', at: day('20T23:59:59.999') });
  await bookCall(test, { costUsd: '0', model: 'ollama:qwen3', user: 'bob', at: day('22T00:00') });
  await bookCall(test, {
    model: 'openai:new',
    user: 'bob',
    at: day('22T12:00'),
    inputTokens: 9,
    isEstimated: true,
  });
});
afterAll(() => test.close());

const costs = async (query: string) => (await test.get(`/api/v1/costs?${query}`)).body;
const rowsBy = async (query: string): Promise<[string | null, string, number][]> =>
  (await costs(query)).items.map(
    ({ key, costUsd, calls }: { key: string | null; costUsd: string; calls: number }) => [
      key,
      costUsd,
      calls,
    ],
  );

describe('GET /api/v1/costs', () => {
  it('adds up exactly, and counts calls of unknown price apart from those that cost nothing', async () => {
    expect((await costs('by=model')).totals).toEqual({
      calls: 5,
      tokens: { input: 109, output: 7, cachedInput: 40, cacheWrite: 0, reasoning: 3 },
      costUsd: '0.300000000001',
      savedUsd: '0.0335',
      unknownPriceCalls: 1,
      estimatedCalls: 1,
    });
    expect(await costs('by=model')).toMatchObject({
      by: 'model',
      from: null,
      items: [
        { key: 'openai:gpt-5.2', costUsd: '0.300000000001', unknownPriceCalls: 0 },
        { key: 'ollama:qwen3', costUsd: '0', unknownPriceCalls: 0 },
        { key: 'openai:new', costUsd: '0', unknownPriceCalls: 1 },
      ],
    });
  });

  it('adds up by user, agent and run, with a row for calls that have none', async () => {
    expect(await rowsBy('by=user')).toEqual([
      ['ada', '0.3', 2],
      ['bob', '0.000000000001', 3],
    ]);
    expect(await rowsBy('by=agent')).toEqual([
      ['research', '0.2', 1],
      [null, '0.100000000001', 4],
    ]);
    expect(await rowsBy('by=run')).toEqual([
      [null, '0.200000000001', 4],
      ['run_1', '0.1', 1],
    ]);
  });

  it('adds up by days in UTC, the latest first', async () => {
    expect(await rowsBy('by=day')).toEqual([
      ['2026-11-22', '0', 2],
      ['2026-11-21', '0.3', 2],
      ['2026-11-20', '0.000000000001', 1],
    ]);
  });

  it('takes a period whose end is outside of it, by days or instants', async () => {
    const body = await costs('by=day&from=2026-11-21&to=2026-11-22');
    expect(body).toMatchObject({
      from: '2026-11-21T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
      items: [{ key: '2026-11-21' }],
      totals: { calls: 2, costUsd: '0.3' },
    });
    const until = encodeURIComponent('2026-11-21T01:00:00+01:00');
    expect((await costs(`to=${until}`)).totals).toMatchObject({ calls: 1 });
  });

  it('gives as many rows as are wanted, and the totals of all', async () => {
    const { items, totals } = await costs('by=user&limit=1');
    expect(items).toHaveLength(1);
    expect(totals).toMatchObject({ calls: 5 });
  });

  it.each([
    ['by=colour', 'by'],
    ['from=yesterday', 'from'],
    ['limit=0', 'limit'],
  ])('refuses %s and names the field', async (query, path) => {
    const { status, body } = await test.get(`/api/v1/costs?${query}`);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: expect.stringContaining(path) }]);
  });
});

describe('GET /api/v1/runs/:id', () => {
  const startRun = async (budget?: object): Promise<string> => {
    const request = { pipeline: 'price-check', input: { symbol: 'SPX' } };
    return (await test.post('/api/v1/runs', { ...request, ...(budget && { budget }) })).body.id;
  };

  it('has the exact cost of the run, which is not known when that of one call is not', async () => {
    const runId = await startRun();
    await bookCall(test, { runId, costUsd: '0.1' });
    await bookCall(test, { runId, costUsd: '0.2' });
    const path = `/api/v1/runs/${runId}`;
    expect((await test.get(path)).body).toMatchObject({ costUsd: '0.3', unknownPriceCalls: 0 });
    await bookCall(test, { runId });
    expect((await test.get(path)).body).toMatchObject({ costUsd: null, unknownPriceCalls: 1 });
  });

  it('has its budget with what is spent, set aside and allowed beyond it', async () => {
    const runId = await startRun({ usd: 0.05, onLimit: 'ask' });
    const account = `run:${runId}`;
    await bookCall(test, { runId, costUsd: '0.02' }, [account]);
    await test.services.budgets.reserve({ callId: 'x', runId, accounts: [account] }, () => '0.01');
    await test.services.budgets.raise(account, 0.05, 'approval');
    expect((await test.get(`/api/v1/runs/${runId}`)).body.budget).toEqual({
      usd: 0.05,
      onLimit: 'ask',
      cheaperModels: [],
      spentUsd: '0.02',
      reservedUsd: '0.01',
      extraUsd: '0.05',
    });
  });
});
