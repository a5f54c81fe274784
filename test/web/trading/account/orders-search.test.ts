import { expect, test } from 'vitest';
import { ordersSearchOf } from '../../../../web/src/trading/account/orders/orders-search.ts';

test('a status that orders have, or all that work, is a filter; anything else is none', () => {
  expect(ordersSearchOf({ status: 'open' })).toEqual({ status: 'open' });
  expect(ordersSearchOf({ status: 'filled', symbol: ' spx ' })).toEqual({
    status: 'filled',
    symbol: 'SPX',
  });
  expect(ordersSearchOf({ status: 'gone', symbol: '', page: 2 })).toEqual({});
});
