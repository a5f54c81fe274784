import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cutRate,
  fullRate,
  rateFactor,
} from '../../../../activities/models/limits/adaptive-rate.ts';
import { defaultLimits } from '../../../../activities/models/limits/model-limits.ts';

const refusedIn = (round: number, retryAfterMs?: number) => ({ round, retryAfterMs });

describe('the rate after a 429', () => {
  test('is half at once', () => {
    const rate = fullRate(0);
    cutRate(rate, defaultLimits, refusedIn(0, 0), 1_000);
    expect(rateFactor(rate, 1_000)).toBe(0.5);
  });

  test('is not cut again by answers to calls that were sent before the cut', () => {
    const rate = fullRate(0);
    for (let call = 0; call < 5; call += 1) cutRate(rate, defaultLimits, refusedIn(0), 1_000);
    expect(rateFactor(rate, 1_000)).toBe(0.5);
    cutRate(rate, defaultLimits, refusedIn(1), 1_000);
    expect(rateFactor(rate, 1_000)).toBe(0.25);
  });

  test('stands still until the time that the provider names', () => {
    const rate = fullRate(0);
    cutRate(rate, defaultLimits, refusedIn(0, 7_000), 1_000);
    expect(rate.pausedUntil).toBe(8_000);
    expect(rateFactor(rate, 8_000)).toBe(0.5);
    expect(rateFactor(rate, 9_000)).toBeGreaterThan(0.5);
  });

  test('stands still for ten minutes at most, whatever the provider names', () => {
    const rate = fullRate(0);
    cutRate(rate, defaultLimits, refusedIn(0, 1e23), 1_000);
    expect(rate.pausedUntil).toBe(601_000);
  });

  test('without such a time, stands still for twice as long after each refusal in a row', () => {
    const rate = fullRate(0);
    const pauses = [0, 1, 2].map((round) => {
      cutRate(rate, defaultLimits, refusedIn(round), 100_000 * round);
      return rate.pausedUntil - 100_000 * round;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
  });

  test('comes back in seconds to just below what the provider took, stays, and then tries for more', () => {
    const rate = fullRate(0);
    // In a minute at the whole rate, 60 % of it was taken.
    rate.accepted = { since: 0, requests: 0.6 * defaultLimits.requestsPerMinute, tokens: 0 };
    cutRate(rate, defaultLimits, refusedIn(0, 0), 60_000);
    const after = (seconds: number) => rateFactor(rate, 60_000 + seconds * 1_000);
    expect(after(5)).toBeGreaterThan(0.56);
    expect(after(10)).toBeCloseTo(0.97 * 0.6);
    expect(after(40)).toBeCloseTo(0.97 * 0.6);
    expect(after(50)).toBeLessThan(0.6);
    expect(after(70)).toBeGreaterThan(0.6);
    expect(after(120)).toBe(1);
  });

  test('never falls on its way back where the provider took just over half of the rate', () => {
    const rate = fullRate(0);
    rate.accepted.requests = defaultLimits.requestsPerMinute * 0.505;
    cutRate(rate, defaultLimits, refusedIn(0, 0), 60_000);
    expect(rateFactor(rate, 60_000)).toBe(0.5);
    expect(rateFactor(rate, 75_000)).toBe(0.5);
    expect(rateFactor(rate, 240_000)).toBeGreaterThan(0.5);
  });

  test('tries for more half as often after each try that failed', () => {
    const rate = fullRate(0);
    cutRate(rate, defaultLimits, refusedIn(0, 0), 0);
    const holds = [rate.reduced!.holdMs];
    let now = 0;
    for (let round = 1; round <= 10; round += 1) {
      now += 10_000 + rate.reduced!.holdMs + 15_000;
      cutRate(rate, defaultLimits, refusedIn(round, 0), now);
      holds.push(rate.reduced!.holdMs);
    }
    expect(holds.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect(holds.at(-1)).toBe(30 * 60_000);
  });

  test('is always between a 64th and the whole, and only a 429 lowers it', () => {
    const event = fc.record({
      afterMs: fc.nat(300_000),
      isRefused: fc.boolean(),
      retryAfterMs: fc.option(fc.nat(60_000), { nil: undefined }),
      accepted: fc.nat(5_000),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const rate = fullRate(0);
        let now = 0;
        let before = 1;
        for (const { afterMs, isRefused, retryAfterMs, accepted } of events) {
          now += afterMs;
          rate.accepted.requests += accepted;
          const factor = rateFactor(rate, now);
          expect(factor).toBeGreaterThanOrEqual(before - 1e-9);
          if (isRefused) cutRate(rate, defaultLimits, { round: rate.round, retryAfterMs }, now);
          before = rateFactor(rate, now);
          expect(before).toBeGreaterThanOrEqual(1 / 64 - 1e-9);
          expect(before).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
