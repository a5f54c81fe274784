import { describe, expect, test } from 'vitest';
import type { OrderView } from '../../../../contracts/trading/api/account.ts';
import {
  replaceableFields,
  replacementOf,
} from '../../../../web/src/trading/account/orders/replacement.ts';

const limit = {
  id: 'a',
  type: 'limit',
  leg: 'entry',
  status: 'accepted',
  group: null,
  triggered: false,
  limitPrice: '95',
  stopPrice: null,
} as OrderView;

describe('what of an order can be replaced', () => {
  test.each([
    ['a limit order', {}, ['quantity', 'limitPrice']],
    ['an order of a group', { group: 'g' }, ['limitPrice']],
    ['a stop-limit order', { stopPrice: '90' }, ['quantity', 'limitPrice', 'stopPrice']],
    [
      'one whose stop was reached',
      { stopPrice: '90', triggered: true },
      ['quantity', 'limitPrice'],
    ],
    ['a trailing stop', { type: 'trailing_stop', limitPrice: null, stopPrice: '90' }, ['quantity']],
    ['one whose cancel was asked for', { status: 'pending_cancel' }, []],
    ['that of a margin call', { leg: 'margin' }, []],
  ] as const)('of %s', (_name, change, fields) => {
    expect(replaceableFields({ ...limit, ...change } as OrderView)).toEqual(fields);
  });

  test('what is typed as a number goes as one, and what is left out stays', () => {
    expect(replacementOf(limit, { quantity: '2,5', limitPrice: '' }, 100)).toEqual({
      clientOrderId: 'a',
      referencePrice: 100,
      quantity: 2.5,
    });
    expect(replacementOf(limit, { limitPrice: 'x' }, 100)).toMatchObject({ limitPrice: 'x' });
  });
});
