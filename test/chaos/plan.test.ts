import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columns, planFaults } from './plan.ts';
import type { Fault } from './plan.ts';

const given = fc.record({
  seed: fc.nat(),
  column: fc.constantFrom(...columns),
  faults: fc.integer({ min: 1, max: 300 }),
  minutes: fc.double({ min: 0.01, max: 60, noNaN: true }),
});

/** Each fault with when it begins and ends, from the beginning of the plan. */
function timed(plan: readonly Fault[]) {
  let atMs = 0;
  return plan.map((fault) => {
    atMs += fault.afterMs;
    return { ...fault, beginsMs: atMs, endsMs: atMs + fault.forMs };
  });
}

describe('a plan of faults', () => {
  it('is the same for the same seed, has as many as were asked for, and numbers them', () => {
    fc.assert(
      fc.property(given, (options) => {
        const plan = planFaults(options);
        expect(planFaults(options)).toEqual(plan);
        expect(plan.map(({ number }) => number)).toEqual(
          Array.from({ length: options.faults }, (_, index) => index + 1),
        );
      }),
    );
  });

  it('hits nothing that is still down, and nothing that is to be left alone', () => {
    fc.assert(
      fc.property(given, (options) => {
        const plan = timed(planFaults({ ...options, without: ['provider'] }));
        for (const ofTarget of Map.groupBy(plan, ({ target }) => target).values()) {
          for (const [index, fault] of ofTarget.slice(1).entries()) {
            expect(fault.beginsMs).toBeGreaterThanOrEqual(ofTarget[index]!.endsMs);
          }
        }
        expect(plan.some(({ target }) => target === 'provider')).toBe(false);
      }),
    );
  });

  it('takes about the time that it is given, and longer only where everything is down at once', () => {
    fc.assert(
      fc.property(given, (options) => {
        const last = timed(planFaults(options)).at(-1)!;
        expect(last.beginsMs).toBeGreaterThanOrEqual(options.minutes * 30_000 - options.faults);
      }),
    );
  });

  it('is another one for another seed', () => {
    const plans = Array.from({ length: 50 }, (_, seed) =>
      JSON.stringify(planFaults({ seed, column: 'embedded', faults: 20, minutes: 1 })),
    );
    expect(new Set(plans).size).toBe(plans.length);
  });
});
