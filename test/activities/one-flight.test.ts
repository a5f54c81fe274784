import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { databases } from '../support/databases.ts';
import { activitiesOver, storedRun } from './support/activities.ts';

const conversationId = 'run_1/look';
const place = { runId: 'run_1', nodePath: 'look', conversationId };
const first = { ...place, step: 'turn-1', turn: 1, toolChoice: 'auto' as const };
const summary = { ...place, step: 'summary-1', turn: 2, through: 1 };
const agent = builtInAgents['research'] as AgentDefinition;

/** What Temporal says to an attempt that it took for dead. */
const givenUp = new ActivityCancellationDetails({ notFound: true });
const attempt = (number: number) =>
  new MockActivityEnvironment({
    attempt: number,
    startToCloseTimeoutMs: 600_000,
    heartbeatTimeoutMs: 4_000,
  });

describe.each(databases)('a call on $name that lives as Temporal makes another', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  /** A model that answers when it is told to, stops when its call does, and sends another request when it is let go. */
  async function opened(activity: 'callModel' | 'summarizeTurns' = 'callModel') {
    await storedRun(database.db, 'run_1');
    const held = Promise.withResolvers<{ text: string }>();
    const another = Promise.withResolvers<void>();
    const activities = activitiesOver(database.db, {
      model: (_chain, _request, { signal, onAsk }) => {
        signal.addEventListener('abort', () => held.reject(signal.reason as Error));
        const asksAgain = another.promise.then(async () => {
          await onAsk?.('openai:other');
          return { text: 'down' };
        });
        return Promise.race([held.promise, asksAgain]);
      },
    });
    await activities.call('openConversation', {
      ...place,
      agent,
      task: 'Look at SPX',
      delegates: {},
      budgets: [],
    });
    const one = attempt(1);
    const ask = (environment: MockActivityEnvironment) =>
      activity === 'callModel'
        ? activities.call(activity, first, environment)
        : activities.call(activity, summary, environment);
    const ofFirst = ask(one);
    ofFirst.catch(() => undefined);
    await vi.waitFor(() => expect(activities.asked).toHaveLength(1));
    return {
      ...activities,
      ask,
      one,
      ofFirst,
      answer: () => held.resolve({ text: 'up' }),
      letGo: another.resolve,
    };
  }

  it.each(['callModel', 'summarizeTurns'] as const)('asks once in %s', async (activity) => {
    const { ask, asked, one, ofFirst, answer } = await opened(activity);
    one.cancel('NOT_FOUND', givenUp);
    const ofSecond = ask(attempt(2));
    answer();
    const answered = { status: 'answered' };
    expect(await ofSecond).toMatchObject(answered);
    expect(await ofFirst).toMatchObject(answered);
    expect(asked).toHaveLength(1);
  });

  it('stops when the other attempt is cancelled', async () => {
    const { ask, steps, ofFirst, one } = await opened();
    one.cancel('NOT_FOUND', givenUp);
    const two = attempt(2);
    const ofSecond = ask(two);
    two.cancel();
    await expect(ofSecond).rejects.toMatchObject({ name: 'CancelledFailure' });
    await expect(ofFirst).rejects.toMatchObject({ name: 'CancelledFailure' });
    expect(await steps.list('run_1')).toMatchObject([{ status: 'failed' }]);
  });

  it.each([
    [
      'Temporal took it for dead',
      (one: MockActivityEnvironment) => one.cancel('NOT_FOUND', givenUp),
    ],
    [
      'its process stood still',
      () => {
        const now = performance.now.bind(performance);
        vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000);
        onTestFinished(() => void vi.restoreAllMocks());
      },
    ],
  ])('sends nothing more, and leaves the records alone, once %s', async (_why, stand) => {
    const { one, ofFirst, steps, letGo } = await opened();
    stand(one);
    letGo();
    await expect(ofFirst).rejects.toMatchObject({ type: 'Replaced', nonRetryable: false });
    expect(await steps.list('run_1')).toMatchObject([{ status: 'running', attempt: 1 }]);
  });

  it('sends what a joined attempt can still send', async () => {
    const { ask, one, ofFirst, letGo } = await opened();
    one.cancel('NOT_FOUND', givenUp);
    const ofSecond = ask(attempt(2));
    letGo();
    expect(await ofSecond).toMatchObject({ status: 'answered' });
    expect(await ofFirst).toMatchObject({ status: 'answered' });
  });

  it('stops after a while where no other attempt comes', async () => {
    const { one, ofFirst } = await opened();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    one.cancel('NOT_FOUND', givenUp);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expect(ofFirst).rejects.toMatchObject({ name: 'CancelledFailure' });
  });
});
