import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookCall } from '../../api/support/booked-call.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('baton costs', () => {
  it('says so where nothing was called', async () => {
    const { code, output } = await server.baton('costs').ended;
    expect(code).toBe(0);
    expect(output).toBe('No model calls in this period.');
  });

  it('shows a row for each model, what is not known, and the total', async () => {
    await bookCall(server, {
      costUsd: '0.125',
      savedUsd: '0.0315',
      inputTokens: 1_000,
      cachedInputTokens: 400,
    });
    await bookCall(server, { model: 'openai:new', outputTokens: 30 });
    const { output } = await server.baton('costs', '--by', 'model').ended;
    expect(output.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['model', 'calls', 'tokens in', 'cached', 'tokens out', 'cost', 'saved'],
      ['openai:gpt-5.2', '1', '1000', '400', '0', '0.125 USD', '0.0315 USD'],
      ['openai:new', '1', '0', '0', '30', 'unknown (1 call with unknown price)', '0 USD'],
      [
        'total',
        '2',
        '1000',
        '400',
        '30',
        '0.125 USD, plus 1 call with unknown price',
        '0.0315 USD',
      ],
    ]);
  });

  it('takes a period, and prints JSON', async () => {
    const period = ['--from', '2026-11-22', '--json'];
    const { output } = await server.baton('costs', '--by', 'day', ...period).ended;
    expect(JSON.parse(output)).toMatchObject({ by: 'day', items: [], totals: { calls: 0 } });
  });
});

describe('baton show', () => {
  it('shows what a run has cost, and its budget', async () => {
    const request = { pipeline: 'price-check', input: { symbol: 'SPX' }, budgetUsd: 0.5 };
    const runId = (await server.post('/api/v1/runs', request)).body.id;
    await bookCall(server, { runId, costUsd: '0.02', savedUsd: '-0.004' }, [`run:${runId}`]);
    const { output } = await server.baton('show', runId).ended;
    expect(output).toContain(
      'Tokens: 0 in, 0 out   Cost: 0.02 USD, 0.004 USD of it for cache writes   Budget: 0.02 of 0.5 USD spent',
    );
  });
});
