import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  giveBack,
  newLimitState,
  refuse,
  settle,
  take,
} from '../../../../activities/models/limits/limit-state.ts';
import type { Ask, Grant } from '../../../../activities/models/limits/limit-state.ts';

const limits = { requestsPerMinute: 60, tokensPerMinute: 6_000, concurrency: 1_000_000 };

function ask(tokens: number, changes: Partial<Ask> = {}): Ask {
  const id = String(Math.random());
  return { id, process: 'one', priority: 'normal', arrivedAt: 0, tokens, leaseMs: 1e9, ...changes };
}

function granted(state: ReturnType<typeof newLimitState>, tokens: number, now: number): Grant {
  const taken = take(state, limits, ask(tokens), now);
  if (!('grant' in taken)) throw new Error(`refused for ${taken.waitMs} ms`);
  return taken.grant;
}

describe('what goes out', () => {
  const arrival = fc.record({ afterMs: fc.nat(4_000), tokens: fc.integer({ min: 1, max: 300 }) });

  test('is within the limits in any minute, and within a part of them at once', () => {
    fc.assert(
      fc.property(fc.array(arrival, { minLength: 50, maxLength: 300 }), (arrivals) => {
        const state = newLimitState(limits, 0);
        const sent: { at: number; tokens: number }[] = [];
        let now = 0;
        for (const { afterMs, tokens } of arrivals) {
          now += afterMs;
          if ('grant' in take(state, limits, ask(tokens), now)) sent.push({ at: now, tokens });
        }
        for (const { at } of sent) {
          const minute = sent.filter((other) => other.at >= at && other.at < at + 60_000);
          const second = sent.filter((other) => other.at >= at && other.at < at + 1_000);
          expect(minute.length).toBeLessThanOrEqual(60);
          expect(sum(minute)).toBeLessThanOrEqual(6_000);
          expect(second.length).toBeLessThanOrEqual(2 + 1);
          expect(sum(second)).toBeLessThanOrEqual(1_000 + 100 + 300);
        }
      }),
    );
  });

  test('passes at the time when it was told to come again', () => {
    fc.assert(
      fc.property(fc.array(arrival, { minLength: 5, maxLength: 60 }), (arrivals) => {
        const state = newLimitState(limits, 0);
        let now = 0;
        for (const { tokens } of arrivals) {
          for (let tries = 0; ; tries += 1) {
            const taken = take(state, limits, ask(tokens), now);
            if ('grant' in taken) break;
            expect(tries).toBeLessThan(4);
            now += taken.waitMs;
          }
        }
      }),
    );
  });

  test('uses the whole limit over a long time', () => {
    const state = newLimitState(limits, 0);
    let sent = 0;
    for (let now = 0; now < 600_000; now += 100) {
      if ('grant' in take(state, limits, ask(50), now)) sent += 1;
    }
    expect(sent / 600).toBeGreaterThan(0.95);
  });
});

describe('settling', () => {
  test('gives back what was not used, and charges what was used beyond', () => {
    const state = newLimitState(limits, 0);
    const grant = granted(state, 500, 0);
    expect(state.tokens.level).toBe(500);
    settle(state, limits, grant, { tokens: 200, isAnswer: true }, 0);
    expect(state.tokens.level).toBe(800);
    settle(state, limits, granted(state, 500, 0), { tokens: 1_300, isAnswer: true }, 0);
    expect(state.tokens.level).toBe(-500);
  });

  test('a call that was never sent leaves nothing behind', () => {
    const state = newLimitState(limits, 0);
    const before = structuredClone(state);
    giveBack(state, limits, granted(state, 500, 0), 0);
    expect({ ...state, window: {} }).toEqual(before);
    expect(Object.values(state.window)).toEqual([[0, 0]]);
  });
});

describe('a debt', () => {
  test('is one of a minute at most, so that the others wait no longer', () => {
    const state = newLimitState(limits, 0);
    granted(state, 1_000_000_000, 0);
    expect(state.tokens.level).toBe(-6_000);
    const taken = take(state, limits, ask(1), 0);
    expect(taken).toMatchObject({ until: 'rate' });
    expect('waitMs' in taken && taken.waitMs).toBeLessThanOrEqual(61_000);
  });
});

describe('a refusal', () => {
  const overload = { isOurs: false, retryAfterMs: undefined };

  test('does not count as taken by the provider', () => {
    const state = newLimitState(limits, 0);
    const grants = [granted(state, 100, 0), granted(state, 100, 0)];
    refuse(state, limits, grants[1]!, overload, 0);
    expect(state.rate.accepted).toMatchObject({ requests: 1, tokens: 100 });
  });

  test.each([
    ['an answer', true, 1_000],
    ['nothing else', false, 2_000],
  ])('is one of a row until %s ends the row', (_, isAnswer, pauseMs) => {
    const state = newLimitState(limits, 0);
    refuse(state, limits, granted(state, 10, 0), overload, 0);
    settle(state, limits, granted(state, 10, 10_000), { tokens: 10, isAnswer }, 10_000);
    refuse(state, limits, granted(state, 10, 20_000), overload, 20_000);
    expect(state.rate.pausedUntil - 20_000).toBe(pauseMs);
  });
});

describe('slots', () => {
  const two = { ...limits, concurrency: 2 };

  test('of a process that died are free when its lease has run out', () => {
    const state = newLimitState(two, 0);
    for (const id of ['a', 'b']) take(state, two, ask(1, { id, leaseMs: 15_000 }), 0);
    expect(take(state, two, ask(1, { id: 'c' }), 14_000)).toMatchObject({ until: 'slot' });
    expect(take(state, two, ask(1, { id: 'c' }), 15_000)).toHaveProperty('grant');
  });

  test('go to the process whose first call is next, by priority and then by arrival', () => {
    const state = newLimitState({ ...two, concurrency: 0 }, 0);
    const asks = [
      ask(1, { process: 'late', arrivedAt: 9 }),
      ask(1, { process: 'early', arrivedAt: 1 }),
      ask(1, { process: 'high', arrivedAt: 10, priority: 'high' }),
    ];
    for (const waiting of asks) take(state, { ...two, concurrency: 0 }, waiting, 10);
    const [late, early, high] = asks as [Ask, Ask, Ask];
    expect(take(state, two, late, 11)).toMatchObject({ until: 'turn' });
    expect(take(state, two, early, 11)).toMatchObject({ until: 'turn' });
    expect(take(state, two, high, 11)).toHaveProperty('grant');
    expect(take(state, two, late, 12)).toMatchObject({ until: 'turn' });
    expect(take(state, two, early, 12)).toHaveProperty('grant');
  });

  test('do not wait for a process that has not asked for a second', () => {
    const state = newLimitState({ ...two, concurrency: 0 }, 0);
    take(state, { ...two, concurrency: 0 }, ask(1, { process: 'gone' }), 0);
    const other = ask(1, { process: 'here', arrivedAt: 1 });
    expect(take(state, two, other, 999)).toMatchObject({ until: 'turn' });
    expect(take(state, two, other, 1_000)).toHaveProperty('grant');
  });
});

function sum(sent: readonly { tokens: number }[]): number {
  return sent.reduce((total, { tokens }) => total + tokens, 0);
}
