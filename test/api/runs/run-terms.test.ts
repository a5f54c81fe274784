import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const start = (terms: object) =>
  test.post('/api/v1/runs', { pipeline: 'price-check', input: { symbol: 'SPX' }, ...terms });

describe('a run that is started', () => {
  it('has a budget, a priority and a user where they are given', async () => {
    const budget = { usd: 0.5, onLimit: 'cheaper', cheaperModels: ['openai:small'] };
    const { status, body } = await start({ budget, priority: 'high', user: 'ada' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ budget, priority: 'high', user: 'ada' });
    expect(await test.services.runs.terms(body.id)).toEqual({
      budget,
      priority: 'high',
      user: 'ada',
    });
  });

  it('has none, is of normal priority and of the local user where nothing is said', async () => {
    const { body } = await start({});
    expect(body).toMatchObject({ budget: null, priority: 'normal', user: 'local' });
  });

  it('has terms for outages where they are given, in place of those of the pipeline', async () => {
    const document = {
      name: 'patient',
      nodes: [{ id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } }],
      outageTimeout: '1h',
    };
    const termsOf = async (terms: object) => {
      const { status, body } = await test.post('/api/v1/runs', { document, ...terms });
      expect(status).toBe(201);
      const { onOutage, outageTimeout } = test.temporal.workflows.get(body.id)!.input!.compiled
        .pipeline;
      return { onOutage, outageTimeout };
    };
    expect(await termsOf({})).toEqual({ outageTimeout: '1h' });
    expect(await termsOf({ onOutage: 'wait' })).toEqual({ onOutage: 'wait' });
    expect(await termsOf({ onOutage: 'fail', outageTimeout: '10m' })).toEqual({
      onOutage: 'fail',
      outageTimeout: '10m',
    });
  });

  it('stops at the amount that budgetUsd gives in short', async () => {
    const { body } = await start({ budgetUsd: 0.05 });
    expect(body.budget).toMatchObject({ usd: 0.05, onLimit: 'stop', cheaperModels: [] });
  });

  it.each([
    ['high', 1],
    ['normal', 3],
    ['low', 5],
  ])('of %s priority has the key %i in Temporal', async (priority, priorityKey) => {
    const { body } = await start({ priority });
    expect(test.temporal.workflows.get(body.id)?.options).toMatchObject({
      priority: { priorityKey },
    });
  });

  it.each([
    ['both ways to give a budget', { budgetUsd: 1, budget: { usd: 1 } }, 'budgetUsd'],
    ['a budget of nothing', { budgetUsd: 0 }, 'budgetUsd'],
    ['a policy that is none', { budget: { usd: 1, onLimit: 'beg' } }, 'budget.onLimit'],
    ['a priority that is none', { priority: 'urgent' }, 'priority'],
    ['outages that are neither waited for nor fail', { onOutage: 'panic' }, 'onOutage'],
    ['a wait that is no duration', { outageTimeout: 'long' }, 'outageTimeout'],
    ['a user that is no name', { user: 'two\nlines' }, 'user'],
  ])('is refused with %s', async (_what, terms, path) => {
    const { status, body } = await start(terms);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path }]);
  });
});

describe('the failovers of a run', () => {
  it('are told with the step in which they happened', async () => {
    const { body: run } = await start({});
    const error = { code: '500', message: 'down' };
    const key = { runId: run.id, nodePath: 'desk/look', step: 'turn-2' };
    await test.services.steps.start(key, { kind: 'model', name: 'a', label: '…', attempt: 1 });
    await test.services.steps.finish(key, {
      status: 'completed',
      attempts: [
        { model: 'openai:a', status: 'failed', error, durationMs: 1 },
        { model: 'anthropic:b', status: 'answered', durationMs: 1 },
      ],
      costUsd: '0.001200000000',
    });
    const { body } = await test.get(`/api/v1/runs/${run.id}`);
    expect(body.failovers).toEqual([
      {
        nodePath: 'desk/look',
        step: 'turn-2',
        from: 'openai:a',
        to: 'anthropic:b',
        ...error,
        at: expect.any(String),
      },
    ]);
    const { body: steps } = await test.get(`/api/v1/runs/${run.id}/steps`);
    expect(steps.items).toMatchObject([{ costUsd: '0.0012', cachedInputTokens: null }]);
  });
});
