import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChoice } from '../../../../activities/models/deployments/choose.ts';

const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 5 });
const candidatesOf = (shares: readonly number[], loads: readonly number[] = []) =>
  shares.map((weight, index) => ({
    name: `d${index}`,
    weight,
    load: () => loads[index] ?? 0,
  }));

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe('weighted', () => {
  test('each has exactly its share, over as many calls as there are weights', () => {
    fc.assert(
      fc.property(weights, (shares) => {
        const choose = createChoice('weighted');
        const candidates = candidatesOf(shares);
        const calls = shares.reduce((sum, weight) => sum + weight, 0);
        const firsts = Array.from({ length: calls }, () => choose('m', candidates, undefined)[0]!);
        expect(counted(firsts.map(({ name }) => name))).toEqual(
          Object.fromEntries(shares.map((weight, index) => [`d${index}`, weight])),
        );
      }),
    );
  });

  test('models take turns of their own', () => {
    const choose = createChoice('weighted');
    const both = candidatesOf([1, 1]);
    const firsts = ['m', 'n', 'm', 'n'].map((model) => choose(model, both, undefined)[0]!.name);
    expect(firsts).toEqual(['d0', 'd0', 'd1', 'd1']);
  });

  test('a conversation stays where it is, also when another deployment goes away', () => {
    fc.assert(
      fc.property(weights, fc.string(), (shares, conversation) => {
        const choose = createChoice('weighted');
        const candidates = candidatesOf(shares);
        const [first, ...others] = choose('m', candidates, conversation);
        expect(choose('m', candidates, conversation)[0]).toBe(first);
        const without = candidates.filter((one) => one !== others[0]);
        expect(choose('m', without, conversation)[0]).toBe(first);
      }),
    );
  });

  test('conversations have the shares', () => {
    const choose = createChoice('weighted');
    const candidates = candidatesOf([3, 1]);
    const firsts = Array.from(
      { length: 4_000 },
      (_none, index) => choose('m', candidates, `run-${index}/agent`)[0]!.name,
    );
    const { d0 = 0 } = counted(firsts);
    expect(d0 / 4_000).toBeGreaterThan(0.72);
    expect(d0 / 4_000).toBeLessThan(0.78);
  });
});

describe('least busy', () => {
  test('who has the fewest calls comes first, and so on', () => {
    const choose = createChoice('least-busy');
    const ordered = choose('m', candidatesOf([9, 1, 1], [2, 0, 1]), 'any');
    expect(ordered.map(({ name }) => name)).toEqual(['d1', 'd2', 'd0']);
  });

  test('among equals the shares count', () => {
    const choose = createChoice('least-busy');
    const candidates = candidatesOf([3, 1, 1], [0, 0, 5]);
    const firsts = Array.from({ length: 8 }, () => choose('m', candidates, undefined)[0]!.name);
    expect(counted(firsts)).toEqual({ d0: 6, d1: 2 });
  });
});

test('every deployment is in the order once', () => {
  fc.assert(
    fc.property(
      weights,
      fc.array(fc.nat(4)),
      fc.constantFrom('weighted', 'least-busy'),
      fc.option(fc.string(), { nil: undefined }),
      (shares, loads, strategy, conversation) => {
        const candidates = candidatesOf(shares, loads);
        const ordered = createChoice(strategy)('m', candidates, conversation);
        expect(new Set(ordered)).toEqual(new Set(candidates));
        expect(ordered).toHaveLength(candidates.length);
      },
    ),
  );
});
