import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MemoryUnavailable } from '../../activities/memory/memory-unavailable.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { catalogRepository } from '../../db/repositories/catalog/catalog.ts';
import { memoryForgettingRepository } from '../../db/repositories/agents/memory-forgettings.ts';
import { forgetMemories } from '../../workers/forget-memories.ts';
import { watchMemory } from '../../workers/watch-memory.ts';
import { lexicalMemory } from '../support/memory.ts';
import { openInMemory } from '../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openInMemory();
});
afterAll(() => database.close());

const onError = (error: unknown) => {
  throw error;
};
const patience = { timeout: 15_000, interval: 20 };

describe('whether memories can be kept', () => {
  it('is put right when the worker that told otherwise has died since', async () => {
    const catalog = catalogRepository(database.db);
    await catalog.publish({
      tools: [],
      agents: {},
      plan: 'free',
      models: { chain: [], demo: true },
      notes: { marketData: 'sample data' },
    });
    let isThere = true;
    const check = async () => {
      if (!isThere) throw new MemoryUnavailable('Start Qdrant.', { retryable: true });
    };
    const watching = watchMemory({ store: { check }, db: database.db, onError, pauseMs: 10 });
    onTestFinished(() => watching.stop());
    const missing = async () => (await catalog.get())?.memoryMissing;
    await catalog.publishMemory('What another worker told.');
    await expect.poll(missing, patience).toBeNull();
    isThere = false;
    await expect.poll(missing, patience).toBe('Start Qdrant.');
    await catalog.publishMemory(null);
    await expect.poll(missing, patience).toBe('Start Qdrant.');
  });
});

describe('forgetting', () => {
  const forgettings = () => memoryForgettingRepository(database.db);
  const work = () => {
    const { forgetting } = lexicalMemory(database.db);
    const forgetful = forgetMemories({ forgetting, db: database.db, onError, pauseMs: 10 });
    onTestFinished(() => forgetful.stop());
  };

  it('that was left undone is done', async () => {
    await forgettings().insert({ id: 'left', agent: 'scout', scope: {} });
    work();
    await expect
      .poll(async () => (await forgettings().get('left'))?.doneAt, patience)
      .toEqual(expect.any(Date));
  });

  it('goes on after rounds that failed, and tells of what nobody else tells of', async () => {
    const { forgetting } = lexicalMemory(database.db);
    const failures: unknown[] = [];
    const mistake = new Error('A mistake.');
    const errors = [new MemoryUnavailable('It is down.', { retryable: true }), mistake];
    const failing = {
      async catchUp() {
        const error = errors.shift();
        if (error) throw error;
        await forgetting.catchUp();
      },
    };
    const forgetful = forgetMemories({
      forgetting: failing,
      db: database.db,
      onError: (error) => failures.push(error),
      pauseMs: 10,
    });
    onTestFinished(() => forgetful.stop());
    await forgettings().insert({ id: 'later', agent: 'scout', scope: {} });
    await expect
      .poll(async () => (await forgettings().get('later'))?.doneAt, patience)
      .toEqual(expect.any(Date));
    expect(failures).toEqual([mistake]);
  });
});
