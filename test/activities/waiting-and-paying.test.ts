import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BudgetExceeded } from '../../activities/models/model-caller.ts';
import { CallDelayed } from '../../activities/models/router.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { Budget } from '../../contracts/models/budget.ts';
import { runChannel } from '../../contracts/runs/events.ts';
import type { RunNotice, StreamEvent } from '../../contracts/runs/events.ts';
import { noUsage } from '../../contracts/models/messages.ts';
import type { JsonSchema } from '../../contracts/base/json.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { databases } from '../support/databases.ts';
import { activitiesOver, storedRun } from './support/activities.ts';

const conversationId = 'run_1/look';
const place = { runId: 'run_1', nodePath: 'look', conversationId };
const first = { ...place, step: 'turn-1', turn: 1, toolChoice: 'auto' as const };
const research = builtInAgents['research'] as AgentDefinition;
const ofAgent: Budget = {
  usd: 1,
  onLimit: 'cheaper',
  cheaperModels: ['openai:small'],
  account: 'agent:run_1/look',
};

const exceeded = (onLimit: Budget['onLimit']) =>
  new BudgetExceeded('0.05 USD are spent.', {
    usd: 0.05,
    onLimit,
    cheaperModels: [],
    account: 'run:run_1',
  });

/** What the heartbeats of a try told whose worker died. */
const diedAfter = (ms: number, workedMs: number) => ({ open: { attempt: 1, ms, workedMs } });

/** A call that a try before has left behind. */
const lost = {
  id: 'lost',
  at: '2026-01-01T12:00:00Z',
  model: 'openai:default',
  agent: 'research',
  budgets: [],
  inputTokens: 7,
};
const started = { kind: 'model', name: 'openai:default', label: 'turn 1' } as const;

describe.each(databases)('a model call on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  async function opened(
    scripts: Parameters<typeof activitiesOver>[1],
    conversation: { budgets?: Budget[]; schema?: JsonSchema } = {},
    terms: Parameters<typeof storedRun>[2] = {},
  ) {
    await storedRun(database.db, 'run_1', terms);
    const activities = activitiesOver(database.db, scripts);
    await activities.call('openConversation', {
      ...place,
      agent: research,
      task: 'Look at SPX',
      delegates: {},
      budgets: [],
      ...conversation,
    });
    return activities;
  }

  it('is booked under its step, for the user of the run, and charged to run and agent', async () => {
    const budget = { usd: 0.05, onLimit: 'ask' as const, cheaperModels: [] };
    const { call, callers } = await opened(
      { model: () => ({ text: 'up' }) },
      { budgets: [ofAgent] },
      { user: 'ada', priority: 'high', budget },
    );
    await call('callModel', first);
    expect(callers).toEqual([
      {
        callId: 'run_1/look#turn-1',
        source: 'run',
        user: 'ada',
        priority: 'high',
        runId: 'run_1',
        nodePath: 'look',
        agent: 'research',
        budgets: [{ ...budget, account: 'run:run_1' }, ofAgent],
        dailyBudgets: [],
        requestId: expect.any(Function),
      },
    ]);
  });

  it('keeps what its provider wants back, and records what it took', async () => {
    const reasoning = [{ text: 'hm\0', opaque: { signature: 's' } }];
    const { call, conversations, steps } = await opened({
      model: () => ({
        text: 'up',
        reasoning,
        model: 'anthropic:b',
        usage: { ...noUsage, inputTokens: 9, cachedInputTokens: 4, reasoningTokens: 2 },
        costUsd: '0.00123',
      }),
    });
    await call('callModel', first);
    expect(await conversations.answer(conversationId, 1)).toEqual({
      role: 'assistant',
      text: 'up',
      toolCalls: [],
      reasoning: [{ text: 'hm\ufffd', opaque: { signature: 's' } }],
      model: 'anthropic:b',
    });
    const [step] = await steps.list('run_1');
    expect(step).toMatchObject({ inputTokens: 9, cachedInputTokens: 4, reasoningTokens: 2 });
    expect(Number(step?.costUsd)).toBe(0.00123);
  });

  it('that its limits hold up is handed back, and says in the record what it waits for', async () => {
    const { call, steps } = await opened({
      model: () => new CallDelayed('openai:a is busy.', { retryAfterMs: 40_000 }),
    });
    expect(await call('callModel', first)).toEqual({
      status: 'waiting',
      retryAfterMs: 40_000,
      reason: 'openai:a is busy.',
      workedMs: 0,
    });
    expect(await steps.list('run_1')).toMatchObject([
      { status: 'running', output: { waiting: 'openai:a is busy.' } },
    ]);
  });

  it('over a budget that asks is handed back with what a person allowed before', async () => {
    const { call, budgets, asked } = await opened({ model: () => exceeded('ask') });
    const wanted = { status: 'over_budget', account: 'run:run_1', byUsd: 0.05, workedMs: 0 };
    const message = '0.05 USD are spent.';
    expect(await call('callModel', first)).toEqual({ ...wanted, limitUsd: 0.05, message });
    await budgets.raise('run:run_1', 0.05, 'run_1.look.budget-1');
    expect(await call('callModel', first)).toEqual({ ...wanted, limitUsd: 0.1, message });
    expect(asked).toHaveLength(2);
  });

  it.each(['stop', 'cheaper'] as const)(
    'over a budget that says %s fails for good',
    async (policy) => {
      const { call, steps } = await opened({ model: () => exceeded(policy) });
      const message = 'research stopped before its model call 1: 0.05 USD are spent.';
      await expect(call('callModel', first)).rejects.toMatchObject({
        type: 'BudgetExceeded',
        nonRetryable: true,
        message,
      });
      expect(await steps.list('run_1')).toMatchObject([
        { status: 'failed', error: { type: 'BudgetExceeded', message } },
      ]);
    },
  );

  it('tells the watchers of its run what the model says, and of failovers', async () => {
    const { call, bus } = await opened({
      model(_chain, _request, { onDelta, onFailover }) {
        const error = { code: '500', message: 'down' };
        onFailover?.({ type: 'failover', from: 'openai:a', to: 'anthropic:b', error });
        onDelta?.({ type: 'text-delta', text: 'up' });
        return { text: 'up' };
      },
    });
    const events: StreamEvent[] = [];
    await bus.subscribe<StreamEvent | RunNotice>(runChannel('run_1'), (event) => {
      if ('callId' in event) events.push(event);
    });
    await call('callModel', first);
    await vi.waitFor(() => expect(events.at(-1)?.type).toBe('finish'));
    expect(events).toMatchObject([
      { type: 'failover', from: 'openai:a', to: 'anthropic:b', callId: 'run_1/look#turn-1' },
      { type: 'text-delta', text: 'up', runId: 'run_1', nodePath: 'look', step: 'turn-1' },
      { type: 'finish' },
    ]);
  });

  it.each([
    { before: 'failed by itself', told: { failures: 1, workedMs: 900 }, paid: 0 },
    { before: 'was handed back', attempt: 1, told: undefined, paid: 0 },
    { before: 'died in a queue', told: diedAfter(30_000, 0), paid: 0 },
    {
      before: 'died right after it was sent from a queue',
      told: diedAfter(2_000, 0),
      isSent: true,
      paid: 1,
    },
    {
      before: 'died unheard after one that died in a queue',
      attempt: 3,
      told: diedAfter(30_000, 0),
      paid: 1,
    },
    { before: 'died at work', told: diedAfter(30_000, 900), paid: 1 },
    { before: 'died before anything was heard of it', told: undefined, paid: 1 },
  ])(
    'made again after a try that $before pays for $paid lost calls',
    async ({ told, paid, attempt = 2, isSent }) => {
      const { call, steps, paidLost } = await opened({ model: () => ({ text: 'up' }) });
      const inFlight = { ...lost, ...(isSent && { isSent }) };
      await steps.start(first, { ...started, attempt: 1, inFlight });
      const again = { attempt, startToCloseTimeoutMs: 60_000, heartbeatDetails: told };
      await call('callModel', first, new MockActivityEnvironment(again));
      expect(paidLost).toHaveLength(paid);
    },
  );

  it('that waits in a queue for long is on record as sent once it is', async () => {
    const seen: unknown[] = [];
    const { call, steps } = await opened({
      async model(_chain, _request, { onAsk }) {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
        await onAsk?.('openai:default');
        vi.restoreAllMocks();
        seen.push(...(await steps.list('run_1')));
        return { text: 'up' };
      },
    });
    await call('callModel', first);
    expect(seen).toMatchObject([{ inFlight: { model: 'openai:default', isSent: true } }]);
    expect(await steps.list('run_1')).toMatchObject([{ inFlight: null }]);
  });

  it('that waits in a queue for long is not sent where that cannot be put on record', async () => {
    const { call } = await opened({
      async model(_chain, _request, { onAsk }) {
        await database.db.execute(sql`alter table steps rename to gone`);
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
        const asked = Promise.resolve(onAsk?.('openai:default'));
        vi.restoreAllMocks();
        await expect(asked).rejects.toThrow();
        await database.db.execute(sql`alter table gone rename to steps`);
        return { text: 'up' };
      },
    });
    await call('callModel', first);
    expect.assertions(1);
  });

  it('that asks again is on record as another request, with the model that it asks', async () => {
    const seen: Awaited<ReturnType<typeof steps.list>> = [];
    const ids: unknown[] = [];
    const { call, steps, callers } = await opened({
      async model(_chain, _request, { onAsk }) {
        for (const model of ['openai:default', 'test:other'] as const) {
          await onAsk?.(model);
          seen.push(...(await steps.list('run_1')));
          ids.push(callers[0]?.requestId?.());
        }
        return { text: 'up' };
      },
    });
    await call('callModel', first);
    const [one, other] = seen.map(({ inFlight }) => inFlight);
    expect([one, other]).toMatchObject([{ model: 'openai:default' }, { model: 'test:other' }]);
    expect(other).toMatchObject({ isSent: true });
    expect(other?.id).not.toBe(one?.id);
    expect(ids).toEqual([one?.id, other?.id]);
  });

  it('that another attempt has taken over leaves the call of that one on record', async () => {
    const { call, steps } = await opened({
      async model(_chain, _request, { onAsk }) {
        await steps.start(first, { ...started, attempt: 2 });
        await steps.setInFlight(first, { ...lost, id: 'later' }, 2);
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
        await onAsk?.('openai:default');
        vi.restoreAllMocks();
        expect(await steps.list('run_1')).toMatchObject([{ inFlight: { id: 'later' } }]);
        return { text: 'up' };
      },
    });
    await call('callModel', first);
    expect.assertions(1);
  });

  it('that failed by itself is not paid at the end of its run', async () => {
    const { call, paidLost } = await opened({ model: () => new Error('broken') });
    await expect(call('callModel', first)).rejects.toThrow('broken');
    await call('finishRun', { runId: 'run_1', status: 'failed', nodes: [] });
    expect(paidLost).toEqual([]);
  });

  it('that asks for a form gives the value', async () => {
    const schema = { type: 'object', properties: { score: { type: 'number' } } };
    const { call, asked } = await opened({ model: () => ({ text: '{"score": 1}' }) }, { schema });
    expect(await call('callModel', first)).toMatchObject({ output: { score: 1 } });
    expect(asked[0]?.[1].responseFormat).toEqual({ name: 'research', schema });
    expect(asked[0]?.[1]).not.toHaveProperty('schema');
  });

  it('that takes longer than a try may is tried again', async () => {
    const { call } = await opened({
      model: (_chain, _request, { signal }) =>
        new Promise<never>((_resolve, reject) => {
          const stop = () => reject(signal.reason);
          // On a busy machine the try's time is over before the model is asked.
          if (signal.aborted) stop();
          else signal.addEventListener('abort', stop);
        }),
    });
    const short = new MockActivityEnvironment({ attempt: 1, startToCloseTimeoutMs: 20 });
    await expect(call('callModel', first, short)).rejects.toMatchObject({
      type: 'ModelTimeout',
      nonRetryable: false,
    });
  });
});
