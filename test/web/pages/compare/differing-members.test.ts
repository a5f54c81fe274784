import { expect, it } from 'vitest';
import { differingMembers } from '../../../../web/src/pages/compare/differing-members.ts';

it('leaves out what is the same in both', () => {
  const one = { action: 'buy', sizing: { b: 1, a: 2 }, risk: 1 };
  const other = { action: 'buy', sizing: { a: 2, b: 1 }, risk: 2, note: null };
  expect(differingMembers({ one, other, differs: true })).toEqual({
    one: { risk: 1 },
    other: { risk: 2, note: null },
    differs: true,
  });
});

it('has nothing to leave out of what is the same, differs wholly or has no members', () => {
  const [one, other] = [{ a: 1 }, { a: 2 }];
  expect(differingMembers({ one, other: one, differs: false })).toBeUndefined();
  expect(differingMembers({ one, other, differs: true })).toBeUndefined();
  expect(differingMembers({ one, other: 'text', differs: true })).toBeUndefined();
  expect(differingMembers({ one, other: undefined, differs: true })).toBeUndefined();
});
