import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../db/open.ts';
import { databases } from '../../support/databases.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

const given = { agent: 'research', task: 'Analyse SPX.' };

describe.each(databases)('tasks on $name', ({ open }) => {
  let database: OpenDatabase;
  let test: TestApp;
  beforeAll(async () => {
    database = await open();
    test = await openTestApp({ database });
  });
  afterAll(async () => {
    await test.app.close();
    await database.close();
  });
  beforeEach(() => {
    test.temporal.failure = undefined;
  });

  const give = (body: object = given, key?: string) =>
    test.ask('POST', '/api/v1/tasks', {
      payload: body,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const idOf = async (body: object = given, key?: string) => (await give(body, key)).body.id;

  it('are taken, waiting, as runs of one agent', async () => {
    const { status, headers, body } = await give({ ...given, priority: 'high', user: 'ann' });
    expect(status).toBe(202);
    expect(headers['location']).toContain(body.id);
    expect(body).toMatchObject({
      kind: 'task',
      agent: 'research',
      status: 'pending',
      priority: 'high',
      user: 'ann',
      input: { task: 'Analyse SPX.' },
      startedAt: null,
    });
    expect(test.temporal.workflows.get(body.id)?.options).toMatchObject({
      priority: { priorityKey: 1, fairnessKey: 'ann' },
    });
  });

  it('are refused where the run with its agents is larger than Temporal takes', async () => {
    const make = (name: string, delegates: string[]) =>
      test.post('/api/v1/agents', {
        name,
        role: name,
        instructions: 'Watch.',
        delegates,
        output: { type: 'object', description: 'x'.repeat(800_000) },
      });
    expect((await make('large', [])).status).toBe(201);
    expect((await make('larger', ['large'])).status).toBe(201);
    expect((await give({ agent: 'large', task: 'Look' })).status).toBe(202);
    const { status, body } = await give({ agent: 'larger', task: 'Look' });
    expect(status).toBe(422);
    expect(body.detail).toMatch(/has 16\d\d KB; the limit is 1500 KB/);
    expect(body.detail).toContain('the agent larger (801 KB)');
  });

  it('have the time and the money that they are given', async () => {
    const id = await idOf({ ...given, timeLimit: '90s', budgetUsd: 0.5 });
    const { compiled, budget } = (await test.services.runs.get(id))!;
    expect(compiled.pipeline.nodes[0]).toMatchObject({ agent: 'research', timeout: '90s' });
    expect(budget).toMatchObject({ usd: 0.5 });
  });

  it.each([
    [{ timeLimit: '0s' }, 'must be from 1s to 30d', 'write a duration such as 30s, 5m, 24h or 2d'],
    [
      { timeLimit: '99999999d' },
      'must be from 1s to 30d',
      'write a duration such as 30s, 5m, 24h or 2d',
    ],
    [{ timeLimit: 'long' }, 'is not a duration', 'write a duration such as 30s, 5m, 24h or 2d'],
    [{ user: 'a\nb' }, 'is not a valid name', 'write a name without control characters'],
    [
      { notify: { webhook: 'ftp://a.example' } },
      'is not an http(s) URL',
      'write a URL such as https://example.com/baton',
    ],
  ])('with %j are refused with what is wrong and what to write', async (field, message, fix) => {
    const { status, body } = await give({ ...given, ...field });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ message, fix }]);
  });

  it('are on record though Temporal is unavailable, and start later', async () => {
    test.temporal.failure = unreachable;
    const { status, body } = await give();
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', stale: true });
  });

  it('are refused where there is no such agent, naming one that there is', async () => {
    const { status, body } = await give({ ...given, agent: 'reserch' });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'agent' }]);
    expect(body.detail).toContain('research');
  });

  it('are refused where the agent lacks something, saying what', async () => {
    await test.services.catalog.publishMemory('Start Qdrant.');
    const agent = {
      name: 'archivist',
      role: 'Archivist',
      instructions: 'Remember.',
      memory: { required: true },
    };
    expect((await test.post('/api/v1/agents', agent)).status).toBe(201);
    const { status, body } = await give({ ...given, agent: 'archivist' });
    await test.services.catalog.publishMemory(null);
    expect({ status, type: body.type }).toEqual({
      status: 422,
      type: 'urn:baton:problem:agent-not-ready',
    });
  });

  it('are listed by agent, user, priority and status, without other runs', async () => {
    const run = { pipeline: 'price-check', input: { symbol: 'SPX' }, user: 'bob' };
    await test.post('/api/v1/runs', run);
    const id = await idOf({ ...given, user: 'bob', priority: 'low' });
    const listed = async (query: string) =>
      (await test.get(`/api/v1/tasks?${query}`)).body.items.map((task: { id: string }) => task.id);
    expect(await listed('user=bob')).toEqual([id]);
    expect(await listed('user=bob&agent=research&priority=low&status=pending')).toEqual([id]);
    expect(await listed('user=bob&priority=high')).toEqual([]);
    expect(await listed('user=bob&agent=trading')).toEqual([]);
  });

  it('are listed page by page', async () => {
    const ids = [];
    for (const task of ['a', 'b', 'c']) ids.unshift(await idOf({ ...given, task, user: 'cy' }));
    const first = (await test.get('/api/v1/tasks?user=cy&limit=2')).body;
    const rest = (await test.get(`/api/v1/tasks?user=cy&limit=2&cursor=${first.nextCursor}`)).body;
    const all = [...first.items, ...rest.items].map((task: { id: string }) => task.id);
    expect(all).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
  });

  it('can be looked at and cancelled, as long as they are tasks', async () => {
    const id = await idOf();
    expect((await test.get(`/api/v1/tasks/${id}`)).body).toMatchObject({ id, kind: 'task' });
    const cancelled = await test.post(`/api/v1/tasks/${id}/cancel`, { reason: 'Not needed.' });
    expect(cancelled.status).toBe(202);
    expect(cancelled.body.cancel).toEqual({ by: 'operator', reason: 'Not needed.' });
    const run = await test.post('/api/v1/runs', {
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
    });
    expect((await test.get(`/api/v1/tasks/${run.body.id}`)).status).toBe(404);
  });

  describe('with an Idempotency-Key', () => {
    it('start once, however many are sent at once', async () => {
      const sent = await Promise.all(Array.from({ length: 20 }, () => give(given, 'once')));
      expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202));
      const ids = new Set(sent.map(({ body }) => body.id));
      expect(ids.size).toBe(1);
      const started = [...test.temporal.workflows.keys()].filter((id) => ids.has(id));
      expect(started).toHaveLength(1);
    });

    it('start once, though the API was started again and the agent is not ready any more', async () => {
      const id = await idOf(given, 'anew');
      const again = await openTestApp({ database, withWorker: false });
      const answer = await again.ask('POST', '/api/v1/tasks', {
        payload: given,
        headers: { 'idempotency-key': 'anew' },
      });
      await again.app.close();
      expect(answer.body).toMatchObject({ id });
    });

    it('start when they are sent again, where Temporal was unavailable at first', async () => {
      test.temporal.failure = unreachable;
      const id = await idOf(given, 'later');
      expect(test.temporal.workflows.has(id)).toBe(false);
      test.temporal.failure = undefined;
      expect(await idOf(given, 'later')).toBe(id);
      expect(test.temporal.workflows.has(id)).toBe(true);
    });

    it('are refused where the key belongs to another task', async () => {
      const id = await idOf(given, 'taken');
      const { status, body } = await give({ ...given, task: 'Something else.' }, 'taken');
      expect({ status, type: body.type }).toEqual({
        status: 409,
        type: 'urn:baton:problem:key-in-use',
      });
      expect(body.detail).toContain(id);
    });

    it('are apart from those of another user', async () => {
      const one = await idOf({ ...given, user: 'dora' }, 'mine');
      expect(await idOf({ ...given, user: 'emil' }, 'mine')).not.toBe(one);
    });

    it('hold for runs too', async () => {
      const run = (input: object) =>
        test.ask('POST', '/api/v1/runs', {
          payload: { pipeline: 'price-check', input },
          headers: { 'idempotency-key': 'run' },
        });
      const first = await run({ symbol: 'SPX' });
      expect((await run({ symbol: 'SPX' })).body.id).toBe(first.body.id);
      expect((await run({ symbol: 'NDX' })).status).toBe(409);
    });
  });
});
