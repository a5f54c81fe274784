import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMoreText, hasMoreValues } from '../../../contracts/base/json-values.ts';

/** All objects, lists and what is in them: each is behind a comma or the first in a bracket. */
function marks(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  const commas = Math.max(inner.length - 1, 0);
  return 1 + commas + inner.reduce((sum: number, each) => sum + marks(each), 0);
}

test('counts what is in JSON, and nothing that is in its texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isIndented) => {
      const text = JSON.stringify(value, undefined, isIndented ? 2 : 0);
      const count = marks(value);
      expect(hasMoreValues(text, count)).toBe(false);
      expect(hasMoreValues(text, count - 1)).toBe(true);
    }),
  );
});

test.each(['"[,{', '"\\"', '', '"\\\\",,'])('reads %j to its end', (text) => {
  expect(hasMoreValues(text, 5)).toBe(false);
});

/** The texts of a value, names of fields aside. */
function texts(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + texts(each), 0);
}

test('counts the texts of a value, which are never longer than its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const count = texts(value);
      expect(hasMoreText(value, count)).toBe(false);
      if (count > 0) expect(hasMoreText(value, count - 1)).toBe(true);
      expect(count).toBeLessThanOrEqual(JSON.stringify(value).length);
    }),
  );
});
