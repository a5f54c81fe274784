import { expect, test } from 'vitest';
import { watchlistSearchOf } from '../../../../web/src/trading/watchlist/watchlist-search.ts';

test('the usual user needs no name in the address', () => {
  expect(watchlistSearchOf({ user: 'ada' })).toEqual({ user: 'ada' });
  expect(watchlistSearchOf({ user: 'local' })).toEqual({});
  expect(watchlistSearchOf({ user: 7 })).toEqual({});
});
