import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { pruneRuns } from '../../api/prune/prune-runs.ts';
import { storeAndStart } from '../../api/runs/create-run.ts';
import { choosePruned } from '../../db/repositories/runs/prune.ts';
import type { PruneCandidate } from '../../db/repositories/runs/prune.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { requestRow } from '../support/model-request.ts';
import { openTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const candidate = (id: string, given: Partial<PruneCandidate> = {}): PruneCandidate => ({
  id,
  status: 'completed',
  endedAt: day(1),
  retryOf: null,
  isSettling: false,
  bytes: 10,
  ...given,
});

describe('the runs that lose their details', () => {
  it('are those that ended before a time', () => {
    const candidates = [candidate('old'), candidate('new', { endedAt: day(9) })];
    expect(choosePruned(candidates, { before: day(5) })).toEqual(['old']);
  });

  it('are the oldest, until the rest fits', () => {
    const candidates = [3, 1, 2].map((n) => candidate(`run${n}`, { endedAt: day(n) }));
    expect(choosePruned(candidates, { maxBytes: 10 })).toEqual(['run1', 'run2']);
    expect(choosePruned(candidates, { maxBytes: 30 })).toEqual([]);
  });

  it('are none that have not ended, whose status is kept, or whose side effects are open', () => {
    const candidates = [
      candidate('open', { status: 'waiting', endedAt: null }),
      candidate('failed', { status: 'failed' }),
      candidate('settling', { isSettling: true }),
    ];
    expect(choosePruned(candidates, { maxBytes: 0, before: day(9), keep: ['failed'] })).toEqual([]);
  });

  it('are none that a newer run retries, directly or through others', () => {
    const retried = [candidate('a'), candidate('b', { retryOf: 'a', endedAt: day(2) })];
    const newest = candidate('c', { retryOf: 'b', endedAt: day(9) });
    expect(choosePruned([...retried, newest], { before: day(5) })).toEqual([]);
    expect(choosePruned(retried, { before: day(5) })).toEqual(['b', 'a']);
  });
});

describe('pruning', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp();
  });
  afterAll(() => test.close());

  /** A run with a step, a conversation of one message and an artifact, that ended some days ago. */
  async function startRun(endedDaysAgo?: number): Promise<string> {
    const payload = { pipeline: 'price-check', input: { symbol: 'SPX' } };
    const id: string = (await test.post('/api/v1/runs', payload)).body.id;
    const { services } = test;
    await services.runs.start(id);
    await services.steps.start(
      { runId: id, nodePath: 'price', step: 'tool' },
      { kind: 'tool', name: 'get_price', label: 'get_price SPX', attempt: 1 },
    );
    const conversation = {
      id: `${id}/price`,
      runId: id,
      nodePath: 'price',
      agent: builtInAgents['research'] as AgentDefinition,
      delegates: {},
      settings: {},
      budgets: [],
    };
    await services.conversations.open(conversation, [{ role: 'user', text: 'Look' }]);
    await services.modelRequests.put([requestRow({ id: `${id}-r`, door: 'run', runId: id })]);
    await services.artifacts.store({ id: `${id}-a`, runId: id, content: 'long', bytes: 6 });
    if (endedDaysAgo === undefined) return id;
    await services.runs.finish(id, { status: 'failed', nodes: [] });
    await test.database.db.execute(
      sql`update runs set ended_at = now() - ${`${endedDaysAgo} days`}::interval where id = ${id}`,
    );
    return id;
  }

  const stepsOf = async (id: string) =>
    (await test.get(`/api/v1/runs/${id}/steps`)).body.items.length;

  const requestsOf = async (id: string) =>
    (await test.get(`/api/v1/requests?run=${id}`)).body.items.length;

  /** Stores a retry of a run, as it was planned before. */
  async function retryOf(id: string): Promise<boolean> {
    const { compiled, input } = await test.services.runs.subject(id);
    return test.services.runs.insert({ id: `${id}-retry`, compiled, input, retryOf: id });
  }

  it('says what it would delete, deletes it, and leaves the rest', async () => {
    const [old, recent, open] = [await startRun(100), await startRun(10), await startRun()];
    const asked = { olderThanDays: 90 };
    const { body: forecast } = await test.post('/api/v1/prune', { ...asked, dryRun: true });
    expect(forecast).toMatchObject({ runs: 1, steps: 1, messages: 1, artifacts: 1, dryRun: true });
    expect(forecast.bytes).toBeGreaterThan(0);
    expect(forecast.of.runs).toBeGreaterThanOrEqual(3);
    expect(forecast.of.bytes).toBeGreaterThan(forecast.bytes);
    expect(await stepsOf(old)).toBe(1);

    const { body: pruned } = await test.post('/api/v1/prune', asked);
    expect(pruned).toEqual({ ...forecast, dryRun: false });
    expect(await Promise.all([old, recent, open].map(stepsOf))).toEqual([0, 1, 1]);
    expect(await Promise.all([old, recent, open].map(requestsOf))).toEqual([0, 1, 1]);
    const { body: run } = await test.get(`/api/v1/runs/${old}`);
    expect(run).toMatchObject({ status: 'failed', input: { symbol: 'SPX' } });
    expect(run.notice).toContain('were deleted on');
    expect((await test.post('/api/v1/prune', asked)).body.runs).toBe(0);
  });

  it('leaves runs that cannot be retried any more', async () => {
    const id = await startRun(100);
    await test.post('/api/v1/prune', { olderThanDays: 90 });
    const { status, body } = await test.post(`/api/v1/runs/${id}/retry`, {});
    expect(status).toBe(409);
    expect(body.detail).toContain('Start it again');
  });

  it('keeps what a retry needs that began meanwhile, directly or through others', async () => {
    const { pruning } = test.services;
    const [first, second] = [await startRun(100), await startRun(100)];
    await test.database.db.execute(sql`update runs set retry_of = ${first} where id = ${second}`);
    const { chosen } = await pruning.find({ before: new Date() });
    expect(chosen.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
    expect(await retryOf(second)).toBe(true);
    const pruned = await pruning.prune(chosen);
    expect(pruned).toHaveLength(chosen.length - 2);
    expect(await Promise.all([first, second].map(stepsOf))).toEqual([1, 1]);
  });

  it('leaves runs that a retry planned before does not continue', async () => {
    const id = await startRun(100);
    await test.services.pruning.prune([{ id }]);
    expect(await retryOf(id)).toBe(false);
    const { kind, agent, compiled, input, priority, user, budget } = (await test.services.runs.get(
      id,
    )) as RunRow;
    const planned = { kind, agent, compiled, input, priority, user, budget, retryOf: id };
    await expect(storeAndStart(test.services, planned, { warnings: [] })).rejects.toThrow(
      `The steps and conversations of run ${id} were deleted`,
    );
  });

  it('keeps the steps of open side effects, and of runs that have just ended', async () => {
    const { db } = test.database;
    const [open, recent] = [await startRun(100), await startRun(0)];
    await db.execute(sql`update runs set open_effects = '["order"]'::jsonb where id = ${open}`);
    const { body } = await test.post('/api/v1/prune', { olderThanDays: 90 });
    expect(body.runs).toBe(0);
    expect(await test.services.pruning.prune([{ id: open }, { id: recent }])).toEqual([]);
    expect(await Promise.all([open, recent].map(stepsOf))).toEqual([1, 1]);
  });

  it('needs a limit', async () => {
    expect((await test.post('/api/v1/prune', {})).status).toBe(422);
  });

  it.each(['operator', null])(
    'of %s is on the access log before anything is deleted',
    async (by) => {
      await startRun(100);
      const { services } = test;
      const prune = () => Promise.reject(new Error('the disk is full'));
      const pruning = { ...services.pruning, prune };
      const limits = { olderThanDays: 90 };
      const pruned = pruneRuns({ ...services, pruning }, limits, { dryRun: false, by });
      await expect(pruned).rejects.toThrow('the disk is full');
      const { body } = await test.get('/api/v1/access-log');
      expect(body.items[0]).toMatchObject({ action: 'runs.pruned', by, detail: limits });
    },
  );
});
