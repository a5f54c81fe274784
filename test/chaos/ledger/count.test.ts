import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { createJob } from '../load/jobs.ts';
import type { Job } from '../load/jobs.ts';
import type { Question } from '../outside/provider.ts';
import { countCases } from './count.ts';
import type { Injected, JobEvidence } from './evidence.ts';

const start = Date.parse('2026-01-01T12:00:00Z');

/** A job of a kind: what a seed gives first. */
function jobOf(kind: Job['kind']): Job {
  const random = createRandom(1);
  for (let number = 1; ; number += 1) {
    const job = createJob(random, 1, number, 'http://127.0.0.1:1');
    if (job.kind === kind) return job;
  }
}

function question(from: Partial<Question> = {}): Question {
  const tokens = { input: 1_000, output: 50 };
  const times = { askedAt: start, begunAt: start + 100, endedAt: start + 1_000 };
  return { id: 'look#0', key: 'key', ...times, tokens, ...from };
}

const received = { path: '', body: '', id: 'one', at: start };
const filled = { id: 'order_1', runId: 'run_1', status: 'filled' } as const;
const effects = [{ details: { orders: [{ id: 'order_1' }] } }] as never;

/** All went well: an order was approved and filled, its message was sent, and its model paid. */
function wellDone(changes: Partial<JobEvidence> = {}): JobEvidence {
  return {
    job: jobOf('order'),
    id: 'run_1',
    run: { status: 'completed', error: null, effects },
    begun: ['run_1'],
    orders: [filled],
    approvals: [{ id: 'run_1.confirm', status: 'approved', isPromised: true }],
    notifications: [
      { id: 'n', kind: 'run-ended', deliveries: [{ id: 'one', status: 'delivered' }] },
    ],
    booked: { calls: 1, estimated: 0, inputTokens: 1_000 },
    quarantined: [],
    questions: [question()],
    messages: [received],
    webhooks: [received],
    ...changes,
  };
}

function fault(from: Partial<Injected>): Injected {
  const times = { beganAt: start + 500, endedAt: start + 500 };
  return { number: 1, target: 'baton', way: 'kill', afterMs: 0, forMs: 0, ...times, ...from };
}

const figuresOf = (job: JobEvidence, injected: Injected[] = []) =>
  countCases({ jobs: [job], refused: [], injected }).map(({ figure }) => figure);

const run = (status: 'running' | 'failed', message = 'broken') => ({
  status,
  error: status === 'failed' ? { type: 'Broken', message } : null,
  effects,
});

describe('the count', () => {
  it('finds nothing where all went well', () => {
    expect(figuresOf(wellDone())).toEqual([]);
  });

  it.each<[string, Partial<JobEvidence>, string[]]>([
    ['a run that is gone', { run: undefined }, ['lost', 'orders without a record']],
    [
      'an approval that was forgotten',
      { approvals: [{ id: 'a', status: 'expired', isPromised: true }] },
      ['lost'],
    ],
    ['an order that was never placed', { orders: [] }, ['lost']],
    ['a message that did not arrive', { messages: [] }, ['lost']],
    ['a webhook that did not arrive', { webhooks: [] }, ['lost']],
    ['an end that nobody was told of', { notifications: [] }, ['lost']],
    ['a run that was begun twice', { begun: ['run_1', 'run_2'] }, ['twice']],
    ['an order that was placed twice', { orders: [filled, filled] }, ['twice']],
    [
      'a message that was sent twice under two keys',
      { messages: [received, { ...received, id: 'two' }] },
      ['twice'],
    ],
    ['a run that does not end', { run: run('running') as never }, ['stuck']],
    ['a run that failed', { run: run('failed') as never }, ['wrongly failed']],
    [
      'a call that was not booked',
      { booked: { calls: 0, estimated: 0, inputTokens: 0 } },
      ['unbooked'],
    ],
    [
      'a call that was booked with other tokens',
      { booked: { calls: 1, estimated: 0, inputTokens: 7 } },
      ['unbooked'],
    ],
    [
      'an order that its run does not name',
      { run: { status: 'completed', error: null, effects: [] } },
      ['orders without a record'],
    ],
  ])('finds %s', (_what, changes, expected) => {
    expect(figuresOf(wellDone(changes))).toEqual(expected);
  });

  it('knows an answer that the outage of its provider kept from being booked, and no other', () => {
    const none = { booked: { calls: 0, estimated: 0, inputTokens: 0 } };
    const outage = fault({ target: 'provider', way: 'cut' });
    expect(figuresOf(wellDone(none), [outage])).toEqual([
      'not booked: cut off by the provider’s outage',
    ]);
    const long = { ...outage, beganAt: start + 9_000, endedAt: start + 9_000 };
    expect(figuresOf(wellDone(none), [long])).toEqual(['unbooked']);
    const two = {
      ...none,
      questions: [
        question(),
        question({ id: 'sum#0', askedAt: start - 60_000, endedAt: start - 59_000 }),
      ],
    };
    expect(figuresOf(wellDone(two), [outage])).toEqual([
      'not booked: cut off by the provider’s outage',
      'unbooked',
    ]);
  });

  it('lets a message that its receiver would not know again fail in doubt, and nothing else', () => {
    const why = 'An earlier attempt of this call was interrupted and may have been executed.';
    const failed = { run: run('failed', why) as never };
    expect(figuresOf(wellDone({ ...failed, job: jobOf('message'), orders: [] }))).toEqual([
      'failed in doubt: sent at most once',
    ]);
    expect(figuresOf(wellDone(failed))).toEqual(['wrongly failed']);
  });
});

describe('an order of an agent whose tool call is quarantined', () => {
  const without = wellDone({ orders: [], quarantined: ['create_paper_order'] });
  const kills = (count: number) => Array.from({ length: count }, () => fault({}));

  it('is not lost where three workers died', () => {
    expect(figuresOf(without, kills(3))).toEqual(['quarantined: three workers died of one call']);
  });

  it('is lost where fewer died, or where another tool is quarantined', () => {
    expect(figuresOf(without, kills(2))).toEqual(['lost']);
    expect(figuresOf({ ...without, quarantined: ['get_price'] }, kills(3))).toEqual(['lost']);
  });
});

describe('a question that was asked twice', () => {
  const again = (from: Partial<Question> = {}) =>
    wellDone({
      questions: [question(from), question({ askedAt: start + 20_000 })],
      booked: { calls: 2, estimated: 1, inputTokens: 2_000 },
    });

  it.each<[string, Partial<Question>, Injected[], string[]]>([
    ['is paid again', {}, [], ['paid again']],
    ['was in flight at a kill', {}, [fault({})], ['asked again: in flight at a kill']],
    [
      'was answered long before the kill',
      {},
      [fault({ beganAt: start + 9_000, endedAt: start + 9_000 })],
      ['paid again'],
    ],
    [
      'could not be stored before the kill',
      {},
      [
        fault({ target: 'postgres', way: 'refuse', endedAt: start + 8_500 }),
        fault({ beganAt: start + 9_000, endedAt: start + 9_000 }),
      ],
      ['asked again: in flight at a kill'],
    ],
    [
      'was cut off',
      { endedAt: undefined },
      [fault({ target: 'provider', way: 'drop' })],
      ['asked again: cut off by the provider’s outage'],
    ],
    ['had no answer that costs', { begunAt: undefined, endedAt: undefined }, [], []],
    [
      'had a worker that stood still for a moment',
      {},
      [fault({ way: 'stop', forMs: 1_000, endedAt: start + 1_500 })],
      ['paid again'],
    ],
  ])('%s', (_what, first, injected, expected) => {
    expect(figuresOf(again(first), injected)).toEqual(expected);
  });
});
