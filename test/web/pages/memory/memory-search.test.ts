import { expect, test } from 'vitest';
import { memorySearchOf } from '../../../../web/src/pages/memory/memory-search.ts';

test('memories are looked for by a text, and for a user with a text alone', () => {
  expect(memorySearchOf({ query: 'SPX', user: 'ada' })).toEqual({ query: 'SPX', user: 'ada' });
  expect(memorySearchOf({ query: 'SPX', user: '' })).toEqual({ query: 'SPX' });
  expect(memorySearchOf({ query: '  ', user: 'ada' })).toEqual({});
  expect(memorySearchOf({ query: 3 })).toEqual({});
});
