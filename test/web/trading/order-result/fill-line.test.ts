import { expect, it } from 'vitest';
import { fillLine } from '../../../../web/src/trading/order-result/fill-line.ts';

const filled = {
  id: 'a',
  symbol: 'SPX',
  side: 'buy',
  quantity: '2',
  filledQuantity: '1',
  prices: ['1574.57'],
};
const open = { ...filled, side: 'sell', filledQuantity: '0', prices: [] };

it('says what was bought and sold, and at what price', () => {
  expect(fillLine({ orders: [filled] })).toBe('Bought 1 SPX at 1,574.57');
  expect(fillLine({ orders: [filled, { ...filled, side: 'sell' }] })).toBe(
    'Bought 1 SPX at 1,574.57; Sold 1 SPX at 1,574.57',
  );
});

it('says nothing of orders that were not filled, and of what is no order', () => {
  expect(fillLine({ orders: [open] })).toBeUndefined();
  expect(fillLine({ orders: [] })).toBeUndefined();
  expect(fillLine(null)).toBeUndefined();
});
