import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { sql } from 'drizzle-orm';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  test,
} from 'vitest';
import type { MemoryStore } from '../../../activities/memory/memory-store.ts';
import { createPgvectorStore } from '../../../activities/memory/pgvector-store.ts';
import { createQdrantStore } from '../../../activities/memory/qdrant/qdrant-store.ts';
import { toPayload } from '../../../activities/memory/qdrant/payload.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { prepareMemories } from '../../../db/repositories/agents/memories.ts';
import * as schema from '../../../db/schema/index.ts';
import { memories, memoriesSteps } from '../../../db/schema/memories.ts';
import { createQdrantCheck, descriptions } from './qdrant-description.ts';
import { startQdrant } from './qdrant-server.ts';
import { embedding, memoryOf, queryOf } from './support.ts';
import { openInMemory } from '../../support/databases.ts';
import { testSealer } from '../../support/keyring.ts';

type Seeds = ReturnType<typeof memoryOf>[];
type Opened = {
  store: MemoryStore;
  /** Stores many at once, of an agent and an embedding that have memories already. */
  seed(memories: Seeds): Promise<void>;
  /** What is wrong with what the server was asked. */
  mistakes?(): Promise<string[]>;
  stop(): Promise<void>;
};
const now = () => new Date('2026-11-21T12:00:00Z');

const stores = {
  async pgvector(): Promise<Opened> {
    const { db, close } = await openInMemory();
    return {
      store: createPgvectorStore({ db, databaseName: 'PGlite', now }),
      seed: async (seeds) => void (await db.insert(memories).values(seeds)),
      stop: close,
    };
  },
  async Qdrant(): Promise<Opened> {
    const qdrant = await startQdrant();
    return {
      store: createQdrantStore({ sealer: testSealer, url: qdrant.url, now }),
      async seed(seeds) {
        const [collection] = qdrant.collections.values();
        for (const memory of seeds) {
          const { id, vector } = memory;
          collection?.points.set(id, { id, vector, payload: toPayload(memory, testSealer) });
        }
      },
      mistakes: async () => (await createQdrantCheck())(qdrant.requests),
      stop: qdrant.stop,
    };
  },
};

/** Stores whose requests can be held against a published description, which API_DESCRIPTIONS leads to. */
const isDescribed = (name: string) => name === 'Qdrant' && descriptions !== undefined;

describe.each(Object.entries(stores))('memories in %s', (name, open) => {
  let opened: Opened;
  let store: MemoryStore;
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(() => opened.stop());
  beforeEach(async () => {
    for (const agent of ['research', 'research-2', 'trading']) await store.forget(agent, {});
  });
  const remember = async (...seeds: Seeds) => {
    for (const memory of seeds) await store.remember(memory);
  };

  it('gives what was stored, with how often it was recalled', async () => {
    const outside = ['search_news gold'];
    const memory = memoryOf('gold rose on fears of inflation', { outside });
    await remember(memory);
    const { vector: _vector, ...rest } = memory;
    expect(await store.newest('research', { limit: 9, offset: 0 })).toEqual([
      { ...rest, asOf: null, recalls: 0, lastRecalledAt: null, relevance: 0 },
    ]);
  });

  it('finds the most similar five above the floor, most similar first', async () => {
    const texts = [
      'oil price falls after opec meeting',
      'opec meeting ends, oil price unchanged',
      'oil price rises',
      'oil demand falls in china',
      'the oil price before the opec meeting',
      'opec cuts oil output, price jumps',
      'bakery opens on main street',
    ];
    await remember(...texts.map((text) => memoryOf(text)));
    const found = await store.search('research', queryOf('oil price after the opec meeting'));
    expect(found).toHaveLength(5);
    const similarities = found.map(({ similarity }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
    expect(similarities.at(-1)).toBeGreaterThanOrEqual(0.1);
    expect(found[0]?.text).toBe('oil price falls after opec meeting');
    const all = await store.search('research', queryOf('oil price', { limit: 20 }));
    expect(all.map(({ text }) => text)).not.toContain('bakery opens on main street');
  });

  it('pages through what is similar', async () => {
    await remember(...['oil', 'oil price', 'oil price rises'].map((text) => memoryOf(text)));
    const all = await store.search('research', queryOf('oil'));
    const second = await store.search('research', { ...queryOf('oil'), limit: 1, offset: 1 });
    expect(second).toEqual([all[1]]);
  });

  it('keeps agents apart, also those whose names begin alike', async () => {
    await remember(
      memoryOf('the secret of research'),
      memoryOf('the secret of trading', { agent: 'trading' }),
      memoryOf('the secret of the second', { agent: 'research-2' }),
    );
    const found = await store.search('research', queryOf('the secret', { floor: -1, limit: 50 }));
    expect(found.map(({ text }) => text)).toEqual(['the secret of research']);
    expect(await store.newest('trading', { limit: 9, offset: 0 })).toMatchObject([
      { text: 'the secret of trading' },
    ]);
    expect(await store.forget('research', {})).toBe(1);
    expect(await store.count('research-2')).toEqual({ [embedding]: 1 });
    expect(await store.count('research')).toEqual({});
  });

  it('compares what was found on behalf of one user alone, where that is asked for', async () => {
    await remember(
      memoryOf('gold of ada', { user: 'ada' }),
      memoryOf('gold of bob', { user: 'bob' }),
    );
    const found = await store.search('research', queryOf('gold', { user: 'ada' }));
    expect(found.map(({ text }) => text)).toEqual(['gold of ada']);
  });

  it('leaves out memories from a later time than requested', async () => {
    await remember(
      memoryOf('gold in 2012', { asOf: new Date('2012-12-31T21:00:00Z') }),
      memoryOf('gold at the moment', { asOf: new Date('2013-01-03T21:00:00Z') }),
      memoryOf('gold today', { asOf: new Date('2026-11-01T12:00:00Z') }),
      memoryOf('gold has the symbol Au', { asOf: null }),
    );
    const textsAsOf = async (asOf?: Date) => {
      const query = queryOf('gold', { floor: -1, ...(asOf && { asOf }) });
      return (await store.search('research', query)).map(({ text }) => text).toSorted();
    };
    expect(await textsAsOf(new Date('2013-01-03T21:00:00Z'))).toEqual([
      'gold at the moment',
      'gold has the symbol Au',
      'gold in 2012',
    ]);
    expect(await textsAsOf()).toHaveLength(4);
    const [found] = await store.search('research', queryOf('gold today'));
    expect(found).toMatchObject({ asOf: new Date('2026-11-01T12:00:00Z') });
  });

  it('stores a step once, and keeps what is known of its use', async () => {
    const memory = memoryOf('gold rose');
    await remember(memory, memory);
    await store.recall('research', queryOf('gold rose'));
    await remember(memory);
    expect(await store.newest('research', { limit: 9, offset: 0 })).toMatchObject([{ recalls: 1 }]);
    expect(await store.has('research', memory.id)).toBe(true);
    expect(await store.has('trading', memory.id)).toBe(false);
  });

  it('notes what was recalled: how often, when and how similar it was at best', async () => {
    await remember(memoryOf('gold rose'), memoryOf('bakery opens'));
    await store.recall('research', queryOf('gold rose'));
    await store.recall('research', queryOf('gold'));
    const [gold] = await store.search('research', queryOf('gold rose'));
    expect(gold).toMatchObject({ recalls: 2, lastRecalledAt: now() });
    expect(gold?.relevance).toBeCloseTo(1);
    const [bakery] = await store.search('research', queryOf('bakery opens'));
    expect(bakery).toMatchObject({ recalls: 0, lastRecalledAt: null });
  });

  it('compares memories of one embedding alone, and forgets those of all', async () => {
    const other = memoryOf('gold rose', { embedding: 'openai:small/2', vector: [1, 0] });
    await remember(memoryOf('gold fell', { runId: 'run_1' }), other);
    const found = await store.search('research', queryOf('gold', { floor: -1 }));
    expect(found.map(({ text }) => text)).toEqual(['gold fell']);
    const byOther = { vector: [1, 0], embedding: 'openai:small/2', floor: -1, limit: 5 };
    expect(await store.search('research', byOther)).toMatchObject([{ text: 'gold rose' }]);
    expect(await store.count('research')).toEqual({ [embedding]: 1, 'openai:small/2': 1 });
    expect(await store.newest('research', { limit: 9, offset: 0 })).toHaveLength(2);
    expect(await store.forget('research', { runId: 'run_1' })).toBe(2);
  });

  it('shows the newest first, by pages', async () => {
    const day = (date: number) => new Date(Date.UTC(2026, 10, date));
    await remember(...[3, 1, 2].map((date) => memoryOf(`day ${date}`, { at: day(date) })));
    const texts = async (offset: number) =>
      (await store.newest('research', { limit: 2, offset })).map(({ text }) => text);
    expect(await texts(0)).toEqual(['day 3', 'day 2']);
    expect(await texts(2)).toEqual(['day 1']);
  });

  it('shows the newest of one user alone, where that is asked for', async () => {
    const day = (date: number) => new Date(Date.UTC(2026, 10, date));
    await remember(
      memoryOf('first of ada', { user: 'ada', at: day(1) }),
      memoryOf('of bob', { user: 'bob', at: day(2) }),
      memoryOf('second of ada', { user: 'ada', at: day(3) }),
    );
    const found = await store.newest('research', { user: 'ada', limit: 9, offset: 0 });
    expect(found.map(({ text }) => text)).toEqual(['second of ada', 'first of ada']);
  });

  it('forgets what every agent has of a run, or of a user', async () => {
    await remember(
      memoryOf('one', { runId: 'run_2' }),
      memoryOf('two', { runId: 'run_2', agent: 'trading' }),
      memoryOf('three', { user: 'ada', agent: 'trading' }),
      memoryOf('four', { agent: 'trading' }),
    );
    expect(await store.forget(null, { runId: 'run_2' })).toBe(2);
    expect(await store.forget(null, { user: 'ada' })).toBe(1);
    expect(await store.newest('trading', { limit: 9, offset: 0 })).toMatchObject([
      { text: 'four' },
    ]);
  });

  it('forgets by id, by run and by user, and says how many', async () => {
    const one = memoryOf('one');
    await remember(
      one,
      memoryOf('two', { runId: 'run_2' }),
      memoryOf('three', { runId: 'run_2', user: 'ada' }),
      memoryOf('four', { user: 'ada' }),
    );
    expect(await store.forget('research', { id: one.id })).toBe(1);
    expect(await store.forget('research', { id: one.id })).toBe(0);
    expect(await store.forget('research', { runId: 'run_2', user: 'ada' })).toBe(1);
    expect(await store.forget('research', { user: 'ada' })).toBe(1);
    expect(await store.forget('research', { runId: 'run_2' })).toBe(1);
    expect(await store.count('research')).toEqual({});
  });

  it('prunes beyond the maximum what is old, unused and of little relevance', async () => {
    const limits = { maximum: 20, embedding, now: now() };
    const at = (day: number) => new Date(Date.UTC(2026, 10, day));
    const used = memoryOf('gold rose', { at: at(1) });
    const many = Array.from({ length: 19 }, (_, day) =>
      memoryOf(`day ${day}`, { at: at(day + 1) }),
    );
    await remember(used, ...many);
    await store.recall('research', queryOf('gold rose', { limit: 1 }));
    expect(await store.prune('research', limits)).toBeUndefined();
    await remember(memoryOf('one too many', { at: at(20) }));
    expect(await store.prune('research', limits)).toMatchObject({
      before: 21,
      forgotten: 2,
      after: 19,
      neverRecalled: 2,
      otherEmbedding: 0,
      oldest: at(1).toISOString(),
    });
    const texts = (await store.newest('research', { limit: 99, offset: 0 })).map(
      ({ text }) => text,
    );
    expect(texts).toHaveLength(19);
    expect(texts).toContain('gold rose');
    expect(texts).not.toContain('day 0');
    expect(texts).not.toContain('day 1');
  });

  it.skipIf(!isDescribed(name))('asks for nothing but what is published', async () => {
    expect(await opened.mistakes?.()).toEqual([]);
  });
});

describe('pruning at 10,001', () => {
  const limits = { maximum: 10_000, embedding, now: now() };
  const vector = [1, 0, 0];

  it.each(Object.entries(stores))(
    'in %s leaves 9,500, of which none is older',
    async (_name, open) => {
      const { store, seed, stop } = await open();
      const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000);
      const [first, ...rest] = Array.from({ length: 10_001 }, (_, index) =>
        memoryOf('x', { at: at(index), vector, embedding: 'small/3' }),
      );
      await store.remember(first!);
      for (let start = 0; start < rest.length; start += 1_000) {
        await seed(rest.slice(start, start + 1_000));
      }
      const figures = await store.prune('research', { ...limits, embedding: 'small/3' });
      expect(figures).toMatchObject({ before: 10_001, forgotten: 501, after: 9_500 });
      const [oldest] = await store.newest('research', { limit: 1, offset: 9_499 });
      expect(oldest?.at).toEqual(at(501));
      await stop();
    },
    60_000,
  );
});

describe('a Qdrant collection', () => {
  async function opened(log?: (event: object) => void) {
    const qdrant = await startQdrant();
    onTestFinished(() => qdrant.stop());
    const open = () =>
      createQdrantStore({ sealer: testSealer, url: qdrant.url, ...(log && { log }) });
    return { qdrant, open, store: open() };
  }

  it('gets the indexes that its creator crashed before making', async () => {
    const { qdrant, open, store } = await opened();
    qdrant.meanwhile(({ path }) => {
      if (path.endsWith('/index')) qdrant.fail(500);
    });
    await expect(store.remember(memoryOf('gold'))).rejects.toThrow('status 500');
    const [collection] = qdrant.collections.values();
    expect(collection?.indexes.size).toBe(0);
    qdrant.meanwhile(undefined);
    qdrant.fail(undefined);
    await open().remember(memoryOf('gold'));
    expect([...(collection?.indexes ?? [])]).toEqual(['run_id', 'user', 'at']);
    await open().remember(memoryOf('oil'));
    expect(qdrant.requests.filter(({ path }) => path.endsWith('/index'))).toHaveLength(4);
  });

  it('recalls a memory whose use cannot be noted because it was deleted meanwhile', async () => {
    const logged: object[] = [];
    const { qdrant, store } = await opened((event) => logged.push(event));
    await store.remember(memoryOf('gold rose'));
    qdrant.meanwhile(({ path }) => {
      if (path.endsWith('/batch'))
        for (const { points } of qdrant.collections.values()) points.clear();
    });
    const found = await store.recall('research', queryOf('gold rose'));
    expect(found).toMatchObject([{ text: 'gold rose' }]);
    expect(logged).toMatchObject([{ event: 'memory use not noted' }]);
  });

  it('passes over a point that is no memory', async () => {
    const logged: object[] = [];
    const { qdrant, store } = await opened((event) => logged.push(event));
    await store.remember(memoryOf('gold rose'));
    const [collection] = qdrant.collections.values();
    const foreign = {
      id: randomUUID(),
      vector: memoryOf('gold rose').vector,
      payload: { at: 'x' },
    };
    collection?.points.set(foreign.id, foreign);
    const found = await store.search('research', queryOf('gold rose'));
    expect(found).toMatchObject([{ text: 'gold rose' }]);
    expect(await store.newest('research', { limit: 9, offset: 0 })).toHaveLength(1);
    expect(logged).toMatchObject([
      { event: 'memory not readable', point: foreign.id },
      { event: 'memory not readable', point: foreign.id },
    ]);
  });
});

describe('a Qdrant that is down', () => {
  let qdrant: Awaited<ReturnType<typeof startQdrant>>;
  let store: MemoryStore;
  beforeAll(async () => {
    qdrant = await startQdrant();
    store = createQdrantStore({ sealer: testSealer, url: qdrant.url, apiKey: 'the-key' });
  });
  afterEach(() => qdrant.fail(undefined));

  it.each([
    [500, true],
    [429, true],
    [401, false],
    [400, false],
  ])('answers with %i: trying again helps: %s', async (status, retryable) => {
    qdrant.fail(status);
    await expect(store.remember(memoryOf('x'))).rejects.toMatchObject({
      name: 'MemoryUnavailable',
      retryable,
    });
  });

  it('names its address without the key, when it does not respond', async () => {
    await qdrant.stop();
    const message = await store.check().catch((error: Error) => error.message);
    expect(message).toMatch(/^Qdrant at 127\.0\.0\.1:\d+ does not respond\. .*QDRANT_URL/);
    expect(message).not.toContain('the-key');
  });
});

test('Qdrant holds no text of a memory, and those in plain text of earlier versions are read', async () => {
  const qdrant = await startQdrant();
  onTestFinished(() => qdrant.stop());
  const store = createQdrantStore({ sealer: testSealer, url: qdrant.url });
  const memory = memoryOf('gold rose', { task: 'Follow gold', outside: ['search_news gold'] });
  await store.remember(memory);
  const payloads = [...qdrant.collections.values()].flatMap(({ points }) => [...points.values()]);
  expect(JSON.stringify(payloads)).toContain('turn-1.memory');
  expect(JSON.stringify(payloads)).not.toContain('gold');

  const found = { ...memory, similarity: expect.any(Number) };
  const { vector: _vector, ...told } = found;
  expect(await store.search('research', queryOf('gold'))).toMatchObject([told]);
  const { task, text, outside } = memory;
  for (const { payload } of payloads) Object.assign(payload, { task, text, outside });
  expect(await store.search('research', queryOf('gold'))).toMatchObject([told]);
});

test('Qdrant has memories of earlier versions encrypted, once, and leaves alone what others stored', async () => {
  const qdrant = await startQdrant();
  onTestFinished(() => qdrant.stop());
  const store = createQdrantStore({ sealer: testSealer, url: qdrant.url });
  const memory = memoryOf('gold rose', { task: 'Follow gold', outside: ['search_news gold'] });
  await store.remember(memory);
  await store.remember(memoryOf('oil fell', { agent: 'trading' }));
  const points = [...qdrant.collections.values()].flatMap((each) => [...each.points.values()]);
  for (const { payload } of points) {
    delete payload['sealed'];
    if (payload['agent'] === 'research') {
      const { task, text, outside } = memory;
      Object.assign(payload, { task, text, outside });
    }
  }
  const [collection] = qdrant.collections.values();
  const theirs = { id: randomUUID(), vector: memory.vector, payload: { note: 'not a memory' } };
  collection?.points.set(theirs.id, theirs);
  expect(JSON.stringify(points)).toContain('gold');
  await store.sealOld();
  expect(JSON.stringify(points)).not.toContain('gold');
  expect(theirs.payload).toEqual({ note: 'not a memory' });
  const { vector: _vector, ...told } = memory;
  expect(await store.search('research', queryOf('gold'))).toMatchObject([told]);
  expect(await store.newest('trading', { limit: 9, offset: 0 })).toMatchObject([
    { text: 'oil fell' },
  ]);
  const written = () => qdrant.requests.filter(({ path }) => path.endsWith('/batch')).length;
  const before = written();
  await store.sealOld();
  expect(written()).toBe(before);
  if (descriptions) expect(await (await createQdrantCheck())(qdrant.requests)).toEqual([]);
});

test('Qdrant takes memories of earlier versions for as late as they were stored', async () => {
  const qdrant = await startQdrant();
  onTestFinished(() => qdrant.stop());
  const store = createQdrantStore({ sealer: testSealer, url: qdrant.url });
  const memory = memoryOf('gold rose');
  await store.remember(memory);
  for (const { points } of qdrant.collections.values()) {
    for (const { payload } of points.values()) delete payload['as_of'];
  }
  const query = queryOf('gold', { floor: -1 });
  expect(await store.search('research', query)).toMatchObject([{ asOf: memory.at }]);
  const earlier = { ...query, asOf: new Date('2013-01-03T21:00:00Z') };
  expect(await store.search('research', earlier)).toEqual([]);
});

describe('a database without pgvector', () => {
  it('says what to install, and that trying again does not help', async () => {
    const client = new PGlite();
    const store = createPgvectorStore({
      db: drizzle(client, { schema }),
      databaseName: 'PostgreSQL',
    });
    await expect(store.check()).rejects.toMatchObject({
      name: 'MemoryUnavailable',
      message: expect.stringMatching(
        /^PostgreSQL does not have the extension vector: .*QDRANT_URL/,
      ),
      retryable: false,
    });
    await client.close();
  });
});

describe('a database with pgvector', () => {
  let database: OpenDatabase;
  let store: MemoryStore;
  beforeAll(async () => {
    database = await openInMemory();
    store = createPgvectorStore({ db: database.db, databaseName: 'PostgreSQL' });
    await store.check();
  });

  it('that refuses a request is not said to be away', async () => {
    await expect(
      store.remember(memoryOf('gold rose', { step: 'a \0 in it' })),
    ).rejects.toMatchObject({
      name: 'MemoryUnavailable',
      message: expect.stringContaining('SQLSTATE 22021'),
      retryable: false,
    });
  });

  it('takes memories of earlier versions for as late as they were stored', async () => {
    const { db, close } = await openInMemory();
    onTestFinished(() => close());
    await prepareMemories(db, memoriesSteps.slice(0, 2));
    const { id, vector, at } = memoryOf('gold rose');
    await db.execute(sql`insert into memories (agent, id, run_id, node_path, step, "user", task, text, at, embedding, vector)
      values ('research', ${id}, 'run_1', 'look', 'a', 'local', 'Look', 'gold rose', ${at.toISOString()}, ${embedding}, ${JSON.stringify(vector)})`);
    const upgraded = createPgvectorStore({ db, databaseName: 'PGlite' });
    const query = queryOf('gold', { floor: -1 });
    expect(await upgraded.search('research', query)).toMatchObject([{ asOf: at }]);
    const earlier = { ...query, asOf: new Date('2013-01-03T21:00:00Z') };
    expect(await upgraded.search('research', earlier)).toEqual([]);
  });

  it('takes each step of its table once, whichever it has taken before', async () => {
    const { db } = database;
    const taken = await db.$count(sql`memories_steps`);
    const before = Array.from({ length: taken }, () => []);
    const steps = [
      ...before,
      ['create table notes (note text)'],
      ['alter table notes add column told text', 'create index notes_told on notes (told)'],
    ];
    await prepareMemories(db, steps.slice(0, -1));
    await prepareMemories(db, steps);
    await prepareMemories(db, steps);
    await db.execute(sql`insert into notes (note, told) values ('one', 'two')`);
    expect(await db.$count(sql`memories_steps`)).toBe(taken + 2);
  });

  it('that is unavailable may be asked again later', async () => {
    await database.close();
    await expect(store.count('research')).rejects.toMatchObject({
      name: 'MemoryUnavailable',
      message: expect.stringContaining('Check that it is running'),
      retryable: true,
    });
  });
});
