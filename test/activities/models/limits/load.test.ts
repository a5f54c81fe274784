import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Priority } from '../../../../contracts/models/messages.ts';
import { CallDelayed } from '../../../../activities/models/router.ts';
import { guarded } from '../ask/guarded.ts';
import { never, request } from '../requests.ts';
import { createLimitedProvider } from './limited-provider.ts';

const minute = 60_000;
const limits = { requestsPerMinute: 600, tokensPerMinute: 60_000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Chat = ReturnType<typeof guarded>['chat'];

/** A call that comes back when it is told to, as a workflow does. */
async function untilAnswered(chat: Chat, words: number, priority?: Priority): Promise<void> {
  for (;;) {
    try {
      await chat(['mock:a'], question(words), { ...never, ...(priority && { priority }) });
      return;
    } catch (error) {
      const { retryAfterMs = 1_000 } = error as CallDelayed;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  }
}

const question = (words: number) =>
  request({ messages: [{ role: 'user', text: 'word '.repeat(words) }] });

/** A provider that takes 40 ms to 400 ms, and as many tokens as words and a few for the answer. */
function provider(options: { burst: number; random?: () => number }) {
  const { burst, random = randomFrom(1) } = options;
  return createLimitedProvider({
    limits,
    burst,
    latencyMs: () => 40 + 360 * random(),
    usage: ({ messages }) => ({
      inputTokens: messages
        .map((message) => message.text.split(' ').length)
        .reduce((a, b) => a + b),
      outputTokens: 20 + Math.floor(40 * random()),
    }),
  });
}

describe('200 calls at once', () => {
  test.each([
    ['a minute', 1, 60],
    ['ten seconds', 1 / 6, 60],
    ['a minute, of many tokens', 1, 400],
  ])('cause no 429 at a provider whose buckets hold %s', async (_, burst, words) => {
    const mock = provider({ burst });
    const { chat } = guarded({ mock }, { limits: { ...limits, concurrency: 5 } });
    const calls = Array.from({ length: 200 }, () => untilAnswered(chat, words));
    await vi.advanceTimersByTimeAsync(4 * minute);
    await Promise.all(calls);
    expect(mock.accepted).toHaveLength(200);
    expect(mock.refused).toHaveLength(0);
    expect(mock.mostAtOnce()).toBeLessThanOrEqual(5);
  });

  test('reserve before they are sent: none is let through because others have not been counted yet', async () => {
    const mock = provider({ burst: 1 });
    const { chat } = guarded({ mock }, { limits: { ...limits, concurrency: 200 } });
    for (let count = 0; count < 200; count += 1) void untilAnswered(chat, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    const tokens = mock.accepted.reduce((sum, call) => sum + call.tokens, 0);
    expect(mock.accepted.length).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(60_000 / 6 + 2 * 1_100 + 1_000);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(mock.refused).toHaveLength(0);
    vi.clearAllTimers();
  });
});

test('a call of high priority overtakes 100 that wait, or were told to come again', async () => {
  const mock = provider({ burst: 1 });
  const { chat } = guarded({ mock }, { limits: { ...limits, concurrency: 5 } });
  let answered = 0;
  const others = Array.from({ length: 105 }, async () => {
    await untilAnswered(chat, 60);
    answered += 1;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(mock.accepted).toHaveLength(5);
  let answeredBefore = Infinity;
  const high = untilAnswered(chat, 60, 'high').then(() => (answeredBefore = answered));
  await vi.advanceTimersByTimeAsync(4 * minute);
  await Promise.all([...others, high]);
  expect(answered).toBe(105);
  // The five that were on their way, and those that took the other slots meanwhile.
  expect(answeredBefore).toBeLessThanOrEqual(15);
});

describe('a limit that is cut without notice', () => {
  /** Minutes after the cut: what was taken as a part of what is allowed, and how often there was a 429. */
  async function afterCut(options: {
    to: number;
    burst: number;
    words: number;
    minutes: number;
    random?: () => number;
  }) {
    const { to, words, minutes } = options;
    const mock = provider(options);
    const { chat } = guarded({ mock }, { limits: { ...limits, concurrency: 5 } });
    const load = { isOver: false };
    const client = async () => {
      while (!load.isOver) await untilAnswered(chat, words);
    };
    for (let count = 0; count < 20; count += 1) void client();
    await vi.advanceTimersByTimeAsync(minute);
    mock.enforce({ requestsPerMinute: 600 * to, tokensPerMinute: 60_000 * to });
    const parts: number[] = [];
    const refusals: number[] = [];
    for (let count = 0; count < minutes; count += 1) {
      const accepted = mock.accepted.length;
      const refused = mock.refused.length;
      await vi.advanceTimersByTimeAsync(minute);
      const taken = mock.accepted.slice(accepted);
      const tokens = taken.reduce((sum, call) => sum + call.tokens, 0);
      parts.push(Math.max(taken.length / (600 * to), tokens / (60_000 * to)));
      refusals.push(mock.refused.length - refused);
    }
    load.isOver = true;
    vi.clearAllTimers();
    return { parts, refusals };
  }

  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const total = (values: number[]) => values.reduce((a, b) => a + b, 0);

  test.each([
    { burst: 1, words: 40 },
    { burst: 1, words: 250 },
    { burst: 1 / 10, words: 40 },
    { burst: 1 / 10, words: 250 },
  ])(
    'to half: 429s die out and the throughput settles within 10 % of it (%o)',
    async ({ burst, words }) => {
      const { parts, refusals } = await afterCut({ to: 1 / 2, burst, words, minutes: 15 });
      // The first two minutes also use up what the provider's bucket held before.
      const settled = parts.slice(2);
      expect(mean(settled)).toBeGreaterThan(0.9);
      expect(mean(settled)).toBeLessThanOrEqual(1.03);
      for (const part of settled) expect(part).toBeGreaterThan(0.88);
      expect(total(refusals.slice(0, 5))).toBeLessThanOrEqual(14);
      expect(total(refusals.slice(5, 10))).toBeLessThanOrEqual(4);
      expect(total(refusals.slice(10))).toBeLessThanOrEqual(3);
    },
  );

  test('to any part, with answers of any length, whatever the chance', async () => {
    const cuts = fc.record({
      to: fc.double({ min: 0.25, max: 0.9, noNaN: true }),
      burst: fc.constantFrom(1, 1 / 2, 1 / 6),
      words: fc.integer({ min: 20, max: 250 }),
      seed: fc.integer({ min: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(cuts, async ({ seed, ...cut }) => {
        const minutes = 12;
        const { parts, refusals } = await afterCut({ ...cut, minutes, random: randomFrom(seed) });
        expect(mean(parts.slice(6))).toBeGreaterThan(0.9);
        expect(total(refusals.slice(6))).toBeLessThanOrEqual(6);
      }),
      { numRuns: 4, seed: 1 },
    );
  }, 60_000);
});

/** A linear congruential generator (Numerical Recipes): the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed % 2 ** 32;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
