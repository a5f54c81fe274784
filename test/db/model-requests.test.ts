import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import { modelRequestRepository } from '../../db/repositories/models/model-requests.ts';
import type { ModelRequestRepository } from '../../db/repositories/models/model-requests.ts';
import { everyDatabase } from '../support/databases.ts';
import { requestRow } from '../support/model-request.ts';

describe.each(everyDatabase)('requests to models, on $name', ({ open }) => {
  let database: OpenDatabase;
  let requests: ModelRequestRepository;
  beforeAll(async () => {
    database = await open();
    requests = modelRequestRepository(database.db);
  });
  beforeEach(() => database.db.execute(sql`delete from model_requests`));
  afterAll(() => database.close());

  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const listed = async (filter: Parameters<typeof requests.list>[0]) =>
    idsOf(await requests.list(filter));

  it('are listed newest first, page by page, by all that a filter says', async () => {
    await requests.put([
      requestRow({ id: 'a', at: new Date(1_000), costUsd: '0.02', tries: 2 }),
      requestRow({ id: 'b', at: new Date(2_000), door: 'run', runId: 'run_1', agent: 'analyst' }),
      requestRow({ id: 'c', at: new Date(2_000), model: 'openaic:x', callId: 'gw_9:repair' }),
      requestRow({ id: 'd', at: new Date(3_000), user: 'bob', status: 'failed', keyId: 'k1' }),
    ]);
    expect(await listed({ limit: 10 })).toEqual(['d', 'c', 'b', 'a']);
    expect(await listed({ limit: 2, after: { at: new Date(2_000), id: 'c' } })).toEqual(['b', 'a']);
    expect(await listed({ limit: 9, minCostUsd: '0.01' })).toEqual(['a']);
    expect(await listed({ limit: 9, isRetried: true })).toEqual(['a']);
    expect(await listed({ limit: 9, runId: 'run_1', agent: 'analyst' })).toEqual(['b']);
    expect(await listed({ limit: 9, provider: 'openai' })).toEqual(['d', 'b', 'a']);
    expect(await listed({ limit: 9, callId: 'gw_9' })).toEqual(['c']);
    expect(await listed({ limit: 9, status: 'failed', keyId: 'k1' })).toEqual(['d']);
    expect(await listed({ limit: 9, from: new Date(2_000), to: new Date(3_000) })).toEqual([
      'c',
      'b',
    ]);
  });

  it('of the gateway are listed for their own user, those of runs for everyone', async () => {
    await requests.put([
      requestRow({ id: 'a', at: new Date(1), user: 'ann' }),
      requestRow({ id: 'b', at: new Date(2), user: 'bob' }),
      requestRow({ id: 'c', at: new Date(3), user: 'bob', door: 'run' }),
    ]);
    expect(await listed({ limit: 9, seenBy: 'ann' })).toEqual(['c', 'a']);
  });

  it('are searched by what was said, a part at a time, and are not to be read in the database', async () => {
    const said = (text: string) => ({ text, toolCalls: [] });
    await requests.put(
      Array.from({ length: 620 }, (_, index) =>
        requestRow({
          id: `r${String(index).padStart(4, '0')}`,
          at: new Date(index),
          ...(index % 600 === 0 && { answer: said('The "moon" is\nmade of cheese.') }),
        }),
      ),
    );
    const first = await requests.search('"MOON" is\nmade', { limit: 5 });
    expect(idsOf(first.found)).toEqual(['r0600']);
    expect(first.next).toEqual({ at: new Date(120), id: 'r0120' });
    const second = await requests.search('"moon" is\nmade', { limit: 5, after: first.next });
    expect(idsOf(second.found)).toEqual(['r0000']);
    expect(second.next).toBeUndefined();
    expect(first.found[0]).not.toHaveProperty('content');

    const rows = await database.db.execute(sql`select * from model_requests where id = 'r0600'`);
    const raw = JSON.stringify(rows);
    expect(raw).toContain('r0600');
    expect(raw).not.toMatch(/moon|What is it/);
  });

  it('replace what was stored under their id', async () => {
    await requests.put([requestRow({ id: 'a', status: 'failed', tries: 1 })]);
    await requests.put([requestRow({ id: 'a', status: 'answered', tries: 3 })]);
    expect(await requests.get('a')).toMatchObject({ status: 'answered', tries: 3 });
    expect(await requests.list({ limit: 9 })).toHaveLength(1);
  });

  it('are forgotten by age, and the oldest by size', async () => {
    const noise = () => Array.from({ length: 2_000 }, () => Math.random().toString(36)).join('');
    await requests.put(
      [1, 2, 3, 4].map((day) =>
        requestRow({
          id: `d${day}`,
          at: new Date(day * 1_000),
          answer: { text: noise(), toolCalls: [] },
        }),
      ),
    );
    expect(await requests.prune(new Date(2_000))).toBe(1);
    expect(await requests.pruneTo(10_000_000)).toBe(0);
    expect(await requests.pruneTo(40_000)).toBe(2);
    expect(await listed({ limit: 9 })).toEqual(['d4']);
  });
});
