import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolCallRow } from '../../../db/repositories/catalog/tool-calls.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
const start = Date.now() - 3_600_000;

const attempt = (number: number, change: Partial<ToolCallRow> = {}): ToolCallRow => ({
  id: `attempt-${number}`,
  // Two at a time: the id decides between them.
  at: new Date(start + Math.floor(number / 2) * 1_000),
  tool: 'get_price',
  version: 1,
  sideEffect: false,
  user: 'local',
  runId: 'run-1',
  key: `run-1/a#${number}`,
  agent: null,
  args: { symbol: 'SPX' },
  outcome: 'completed',
  code: null,
  message: null,
  executionMs: 10,
  cached: false,
  ...change,
});

beforeAll(async () => {
  test = await openTestApp();
  await test.services.toolCalls.put([
    attempt(0, { executionMs: 10 }),
    attempt(1, { executionMs: 20 }),
    attempt(2, { executionMs: 30 }),
    attempt(3, { cached: true, executionMs: 0.1 }),
    attempt(4, { outcome: 'refused', code: 'RATE_LIMIT', message: 'too often', user: 'alice' }),
    attempt(5, { version: 2, executionMs: 500, runId: 'run-2' }),
    attempt(6, { outcome: 'refused', code: 'VALIDATION_ERROR', message: 'symbol: missing' }),
    attempt(7, {
      tool: 'create_paper_order',
      sideEffect: true,
      outcome: 'started',
      executionMs: null,
      agent: 'trading',
    }),
    attempt(8, { at: new Date(start - 48 * 3_600_000), executionMs: 9_000 }),
    attempt(9, {
      at: new Date(start + 10_000),
      tool: 'http_get',
      outcome: 'failed',
      code: 'EXECUTION_ERROR',
      message: 'gone',
    }),
    attempt(10, { tool: 'get_news', user: 'app', runId: 'gw-1' }),
    attempt(11, {
      tool: 'get_news',
      user: 'app',
      runId: 'gw-2',
      outcome: 'failed',
      code: 'EXECUTION_ERROR',
    }),
  ]);
});
afterAll(() => test.close());

const ids = async (query: string) => {
  const { body } = await test.get(`/api/v1/audit?${query}`);
  return body.items.map(({ id }: { id: string }) => Number(id.replace('attempt-', '')));
};

describe('GET /api/v1/audit', () => {
  it('tells every attempt, newest first, with what was asked and how it went', async () => {
    const { status, body } = await test.get('/api/v1/audit?limit=1&sideEffect=true');
    expect(status).toBe(200);
    expect(body.items[0]).toEqual({
      ...attempt(7, {
        tool: 'create_paper_order',
        sideEffect: true,
        outcome: 'started',
        executionMs: null,
        agent: 'trading',
      }),
      at: new Date(start + 3_000).toISOString(),
    });
    expect(await ids('')).toEqual([9, 11, 7, 6, 5, 4, 3, 2, 1, 0, 8]);
  });

  it.each([
    ['tool=create_paper_order', [7]],
    ['user=alice', [4]],
    ['outcome=refused', [6, 4]],
    ['outcome=failed', [9, 11]],
    ['code=RATE_LIMIT', [4]],
    ['run=run-2', [5]],
    // What the pages of the app read, for whoever asks for it.
    ['user=app', [11, 10]],
    ['run=gw-1', [10]],
    ['sideEffect=true', [7]],
    ['sideEffect=false&outcome=refused', [6, 4]],
    [`since=${new Date(start + 2_000).toISOString()}`, [9, 11, 7, 6, 5, 4]],
    ['tool=get_price&user=nobody', []],
  ])('finds those with %s', async (query, found) => {
    expect(await ids(query)).toEqual(found);
  });

  it('gives pages that miss none and repeat none, though two are of one time', async () => {
    const found: string[] = [];
    let cursor = '';
    do {
      const { body } = await test.get(`/api/v1/audit?limit=3${cursor}`);
      found.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(found).toEqual([9, 11, 7, 6, 5, 4, 3, 2, 1, 0, 8].map((number) => `attempt-${number}`));
  });

  it('refuses a cursor that is none, and an outcome that does not exist', async () => {
    expect((await test.get('/api/v1/audit?cursor=x')).status).toBe(400);
    expect((await test.get('/api/v1/audit?outcome=fine')).status).toBe(422);
  });

  it('refuses a filter that does not exist, and names those that there are', async () => {
    const { status, body } = await test.get('/api/v1/audit?outcom=refused&nosuch=1');
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: 'outcom', message: 'field outcom not found', fix: 'did you mean outcome?' },
      {
        path: 'nosuch',
        message: 'field nosuch not found',
        fix: 'choose one of: limit, cursor, tool, user, outcome, code, run, sideEffect, since',
      },
    ]);
  });

  it('says of a time that is none how one is written', async () => {
    const { status, body } = await test.get('/api/v1/audit?since=yesterday');
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      {
        path: 'since',
        message: 'must be a time such as 2026-11-22T09:30:00Z',
        fix: 'write the day, T, the time of day and Z for UTC',
      },
    ]);
  });

  it('forgets what is too old, and nothing else', async () => {
    const before = new Date(start - 24 * 3_600_000);
    await test.services.toolCalls.put([attempt(99, { at: new Date(start - 72 * 3_600_000) })]);
    const kept = (await ids('')).filter((id: number) => id !== 99 && id !== 8);
    expect(await test.services.toolCalls.prune(before)).toBe(2);
    expect(await ids('')).toEqual(kept);
    await test.services.toolCalls.put([
      attempt(8, { at: new Date(start - 48 * 3_600_000), executionMs: 9_000 }),
    ]);
  });
});

describe('GET /api/v1/tools/:name/metrics', () => {
  it('counts calls, errors and answers of the cache, and times each version', async () => {
    const { status, body } = await test.get('/api/v1/tools/get_price/metrics');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tool: 'get_price',
      calls: 7,
      completed: 5,
      waiting: 0,
      refused: 2,
      cacheHits: 1,
      errors: { RATE_LIMIT: 1, VALIDATION_ERROR: 1 },
      versions: [
        { version: 2, calls: 1, p50Ms: 500, p95Ms: 500, errors: {} },
        { version: 1, calls: 6, completed: 4, refused: 2, cacheHits: 1, p50Ms: 20, p95Ms: 29 },
      ],
    });
  });

  it('looks back as far as it is told', async () => {
    const calls = async (window: string) =>
      (await test.get(`/api/v1/tools/get_price/metrics?window=${window}`)).body.calls;
    expect(await calls('7d')).toBe(8);
    const { body } = await test.get('/api/v1/tools/http_get/metrics');
    expect(body).toMatchObject({ refused: 0, failed: 1, errors: { EXECUTION_ERROR: 1 } });
    expect(await calls('1m')).toBe(0);
    expect((await test.get('/api/v1/tools/get_price/metrics?window=5y')).status).toBe(422);
  });

  it('of a tool without calls has no times, and of no tool is not there', async () => {
    const { body } = await test.get('/api/v1/tools/get_ohlcv/metrics');
    expect(body).toMatchObject({ calls: 0, errors: {}, versions: [] });
    expect((await test.get('/api/v1/tools/get_prise/metrics')).status).toBe(404);
  });
});
