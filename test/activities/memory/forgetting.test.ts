import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryUnavailable } from '../../../activities/memory/memory-unavailable.ts';
import type { MemoryStore } from '../../../activities/memory/memory-store.ts';
import { createPgvectorStore } from '../../../activities/memory/pgvector-store.ts';
import { createQdrantStore } from '../../../activities/memory/qdrant/qdrant-store.ts';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import type { MemoryScope } from '../../../contracts/agents/memory.ts';
import type { Database, OpenDatabase } from '../../../db/open.ts';
import { agentRepository } from '../../../db/repositories/agents/agents.ts';
import { memoryForgettingRepository } from '../../../db/repositories/agents/memory-forgettings.ts';
import { activitiesOver, storedRun } from '../support/activities.ts';
import { startQdrant } from './qdrant-server.ts';
import { openInMemory } from '../../support/databases.ts';
import { testSealer } from '../../support/keyring.ts';

const stores = {
  async pgvector(db: Database) {
    const open = () => createPgvectorStore({ db, databaseName: 'PGlite' });
    return { open, stop: async () => undefined };
  },
  async Qdrant() {
    const { url, stop } = await startQdrant();
    return { open: () => createQdrantStore({ sealer: testSealer, url }), stop };
  },
};

const research = builtInAgents['research']!;

describe.each(Object.entries(stores))('what is forgotten in %s', (_name, openStore) => {
  let database: OpenDatabase;
  let opened: { open(): MemoryStore; stop(): Promise<void> };
  let baton: ReturnType<typeof activitiesOver>;
  const startWorker = () => activitiesOver(database.db, { memories: opened.open() });
  beforeAll(async () => {
    database = await openInMemory();
    opened = await openStore(database.db);
  });
  beforeEach(async () => {
    await database.db.execute(sql`truncate runs, agents, memory_forgettings cascade`);
    baton = startWorker();
    for (const agent of ['research', 'scout']) await baton.memory.store.forget(agent, {});
  });
  afterAll(async () => {
    await opened.stop();
    await database.close();
  });

  /** A run of an agent that goes on: what it finds in a turn is remembered by `find`. */
  async function startRun(runId: string, { user = 'ada', agent = research } = {}) {
    await storedRun(database.db, runId, { user });
    const conversationId = `${runId}/look`;
    const at = { runId, nodePath: 'look', conversationId };
    const task = 'Why did gold rise?';
    await baton.call('openConversation', { ...at, agent, delegates: {}, budgets: [], task });
    return {
      async find(turn: number) {
        const message = { role: 'assistant' as const, text: `It rose, ${turn}.`, toolCalls: [] };
        await baton.conversations.append(conversationId, [{ turn, position: 0, message }]);
        const step = `turn-${turn}.memory-result`;
        return baton.call('rememberStep', { ...at, step, turn, of: 'result' as const });
      },
      async recall() {
        const { memories } = await baton.call('recallMemories', { ...at, step: 'memory' });
        return memories.map(({ runId: of }) => of);
      },
    };
  }

  let calls = 0;
  const forget = (scope: MemoryScope, agent: string | null = 'research') =>
    baton.memory.forgetting.forget({ id: `call_${(calls += 1)}`, agent, scope });
  const kept = async (agent = 'research') =>
    (await baton.memory.store.newest(agent, { limit: 9, offset: 0 })).map(
      ({ runId, step }) => `${runId} ${step}`,
    );

  it.each([
    ['a run', { runId: 'run_1' }, 'research'],
    ['a user', { user: 'ada' }, 'research'],
    ['an agent', {}, 'research'],
    ['a user, of every agent', { user: 'ada' }, null],
    ['a run, of every agent', { runId: 'run_1' }, null],
  ])('of %s stays so while the run continues', async (_what, scope, agent) => {
    const run = await startRun('run_1');
    expect(await run.find(1)).toEqual({ stored: true });
    expect(await forget(scope, agent)).toBe(1);
    expect(await run.find(2)).toEqual({ stored: false });
    baton = startWorker();
    expect(await run.find(1)).toEqual({ stored: false });
    expect(await run.find(3)).toEqual({ stored: false });
    expect(await kept()).toEqual([]);
  });

  it('does not keep others, nor a run that comes after, from being remembered', async () => {
    const run = await startRun('run_1');
    const ofBob = await startRun('run_2', { user: 'bob' });
    await forget({ user: 'ada' });
    await run.find(1);
    await ofBob.find(1);
    const later = await startRun('run_3');
    await later.find(1);
    expect((await kept()).toSorted()).toEqual([
      'run_2 turn-1.memory-result',
      'run_3 turn-1.memory-result',
    ]);
  });

  it('is one memory alone where that is asked for', async () => {
    const run = await startRun('run_1');
    await run.find(1);
    const [{ id = '' } = {}] = await baton.memory.store.newest('research', { limit: 1, offset: 0 });
    expect(await forget({ id })).toBe(1);
    expect(await run.find(1)).toEqual({ stored: false });
    expect(await run.find(2)).toEqual({ stored: true });
  });

  it('is forgotten too where that is asked for while it is being stored', async () => {
    const run = await startRun('run_1');
    const { embed } = baton.memory;
    baton.memory.embed = async (...asked) => {
      await forget({ runId: 'run_1' });
      return embed(...asked);
    };
    expect(await run.find(1)).toEqual({ stored: false });
    expect(await kept()).toEqual([]);
  });

  it('is counted once, however often the same is asked', async () => {
    const run = await startRun('run_1');
    await run.find(1);
    const asked = { id: 'call', agent: 'research', scope: {} };
    expect(await baton.memory.forgetting.forget(asked)).toBe(1);
    await (await startRun('run_2')).find(1);
    expect(await baton.memory.forgetting.forget(asked)).toBe(1);
    expect(await kept()).toEqual(['run_2 turn-1.memory-result']);
  });

  it('is forgotten later if the store was unavailable, before anything is recalled or stored', async () => {
    await (await startRun('run_1')).find(1);
    const { store } = baton.memory;
    const away = new MemoryUnavailable('It is down.', { retryable: true });
    const { forget: works } = store;
    store.forget = () => Promise.reject(away);
    await expect(forget({ user: 'ada' })).rejects.toBe(away);
    const later = await startRun('run_2');
    await expect(later.recall()).rejects.toMatchObject({ type: 'MemoryUnavailable' });
    store.forget = works;
    expect(await later.recall()).toEqual([]);
    expect(await later.find(1)).toEqual({ stored: true });
    await baton.memory.forgetting.catchUp();
    expect(await kept()).toEqual(['run_2 turn-1.memory-result']);
  });

  it('goes with its agent: another one of its name has none of it', async () => {
    const agents = agentRepository(database.db);
    const own = { ...research, name: 'scout' };
    const make = () => agents.put({ definition: own, hash: 'h', by: 'operator' }, null);
    await make();
    const run = await startRun('run_1', { agent: own });
    await run.find(1);
    expect(await agents.remove('scout', 'another')).toBe(false);
    await baton.memory.forgetting.catchUp();
    expect(await kept('scout')).toHaveLength(1);

    expect(await agents.remove('scout', 'h')).toBe(true);
    // The worker that was to forget dies; another one is asked by an agent of the same name.
    baton = startWorker();
    await make();
    const later = await startRun('run_2', { agent: own });
    expect(await later.recall()).toEqual([]);
    expect(await run.find(2)).toEqual({ stored: false });
    expect(await later.find(1)).toEqual({ stored: true });
    expect(await kept('scout')).toEqual(['run_2 turn-1.memory-result']);
  });

  it('is kept in mind until every run from before has ended', async () => {
    const run = await startRun('run_1');
    await forget({ user: 'ada' });
    const forgettings = memoryForgettingRepository(database.db);
    const tomorrow = () => new Date(Date.now() + 86_400_000);
    await forgettings.prune(tomorrow());
    expect(await run.find(1)).toEqual({ stored: false });
    await baton.call('finishRun', { runId: 'run_1', status: 'completed', nodes: [] });
    await forgettings.prune(new Date(0));
    expect(await forgettings.get(`call_${calls}`)).toBeDefined();
    await forgettings.prune(tomorrow());
    expect(await forgettings.get(`call_${calls}`)).toBeUndefined();
  });
});
