import { expect, test } from 'vitest';
import { openBefore } from '../support/earlier.ts';

test('orders of earlier versions are numbered as they were submitted, whatever their ids', async () => {
  const earlier = await openBefore('0009_order_sequence');
  const at = '2026-01-01T00:00:00Z';
  const order = (id: string, placed: string) => ({
    client_order_id: id,
    account_id: 'paper',
    symbol: 'ABC',
    side: 'buy',
    type: 'limit',
    quantity: '1',
    reference_price: '1',
    status: 'accepted',
    accepted_bar: '{}',
    accepted_at: placed,
  });
  const submitted = (id: string) => ({
    account_id: 'paper',
    client_order_id: id,
    kind: 'submitted',
    event: '{}',
  });
  const { orders } = await earlier.upgraded({
    accounts: [{ id: 'paper', currency: 'USD', allow_short: true }],
    orders: [order('a', '2026-01-02T00:00:00Z'), order('b', at), order('c', at)],
    // The stop and the target of one fill were placed at the same instant.
    trading_events: [submitted('c'), submitted('b'), submitted('a')],
  });
  await earlier.close();
  expect(orders).toMatchObject([
    { client_order_id: 'a', sequence: 3, reduce_only: false },
    { client_order_id: 'b', sequence: 2 },
    { client_order_id: 'c', sequence: 1 },
  ]);
});
