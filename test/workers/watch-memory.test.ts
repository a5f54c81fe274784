import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
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
  it('is corrected when the worker that reported otherwise has died', async () => {
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
    const sealOld = vi.fn(async () => undefined);
    const watching = watchMemory({
      store: { check, sealOld },
      db: database.db,
      onError,
      pauseMs: 10,
    });
    onTestFinished(() => watching.stop());
    const missing = async () => (await catalog.get())?.memoryMissing;
    await catalog.publishMemory('What another worker told.');
    await expect.poll(missing, patience).toBeNull();
    isThere = false;
    await expect.poll(missing, patience).toBe('Start Qdrant.');
    await catalog.publishMemory(null);
    await expect.poll(missing, patience).toBe('Start Qdrant.');
    expect(sealOld).toHaveBeenCalledOnce();
  });

  it('is not looked at again and again where a person has to act first', async () => {
    let looks = 0;
    let tells = 0;
    const check = async () => {
      looks += 1;
      throw new MemoryUnavailable('Install pgvector.', { retryable: false });
    };
    const catalog = catalogRepository(database.db);
    const watching = watchMemory({
      store: { check, sealOld: async () => undefined },
      db: database.db,
      onError,
      pauseMs: 1,
    });
    onTestFinished(() => watching.stop());
    const missing = async () => (await catalog.get())?.memoryMissing;
    while (tells < 3) {
      await expect.poll(missing, patience).toBe('Install pgvector.');
      await catalog.publishMemory(null);
      tells += 1;
    }
    expect(looks).toBe(1);
  });

  it('is looked at again in time, also after the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const check = vi.fn(async () => {
      throw new MemoryUnavailable('Install pgvector.', { retryable: false });
    });
    const watching = watchMemory({
      store: { check, sealOld: async () => undefined },
      db: database.db,
      onError,
      pauseMs: 1,
    });
    onTestFinished(() => watching.stop());
    await expect.poll(() => check.mock.calls.length, patience).toBe(1);
    vi.setSystemTime(Date.now() - 60 * 60_000);
    vi.advanceTimersByTime(5 * 60_000);
    await expect.poll(() => check.mock.calls.length, patience).toBe(2);
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

  it('continues after failed rounds, and reports only errors that are not outages', async () => {
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
