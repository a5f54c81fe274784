import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../contracts/base/json.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { isSameValue } from '../../../web/src/document/is-same.ts';

// As it comes back from JSON, which has no -0.
const value = fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as Json);

it('takes two values for the same where their canonical texts are', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSameValue(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
      expect(isSameValue(one, structuredClone(one))).toBe(true);
    }),
  );
});

it('does not mind the order of names, and takes what is undefined for absent', () => {
  const undefinedMember = { b: 1, a: [2], c: undefined } as unknown as Json;
  expect(isSameValue(undefinedMember, { a: [2], b: 1 })).toBe(true);
  expect(isSameValue({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSameValue([1], { 0: 1 })).toBe(false);
});
