import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replacement } from '../../../../web/src/components/code/replacement.ts';

it('makes one text of another by a single change', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, insert } = replacement(before, after);
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    }),
  );
});

it('leaves alone what is the same on both sides', () => {
  expect(replacement('nodes: []', 'nodes: [1]')).toEqual({ from: 8, to: 8, insert: '1' });
});
