import type { OrderView } from '../../../contracts/trading/api/account.ts';
import type { Api } from '../support/api.ts';

const symbol = 'SPX';

/** Orders in every state that lasts, alerts that wait and that have fired, a watchlist, gates that were set, and refusals. */
export async function setUpTrading({ ask }: Api): Promise<void> {
  const call = <Output>(name: string, args: object, user = 'local') =>
    ask<{ output: Output }>('POST', `/api/v1/tools/${name}`, {
      user,
      args,
      sideEffects: { policy: 'allow' },
    });
  const {
    output: { price },
  } = await call<{ price: number }>('get_price', { symbol });
  const at = (part: number) => Number((price * part).toFixed(2));
  const order = (args: object, user?: string) =>
    call('create_paper_order', { symbol, side: 'buy', referencePrice: price, ...args }, user);
  await order({ quantity: 3, stopLoss: at(0.9), takeProfit: at(1.2) });
  await order({ side: 'sell', quantity: 1 });
  // Reached by none of the market's next days.
  await order({ quantity: 2, type: 'limit', limitPrice: at(0.5) });
  await order({ side: 'sell', quantity: 0.5, type: 'stop', stopPrice: at(0.55) });
  const stopLimit = { type: 'stop_limit', stopPrice: at(1.5), limitPrice: at(1.52) };
  await order({ quantity: 0.25, ...stopLimit });
  const { items } = await ask<{ items: OrderView[] }>(
    'GET',
    '/api/v1/account/orders?status=open&limit=200',
  );
  const unwanted = items.find(({ type }) => type === 'stop_limit')!;
  const reason = 'The breakout did not come';
  await ask('POST', `/api/v1/account/orders/${unwanted.id}/cancel`, { reason });
  const isRefused = () => undefined;
  const atOnce = { type: 'limit', limitPrice: at(0.6), timeInForce: 'ioc' };
  await order({ quantity: 4, ...atOnce }).catch(isRefused);
  await order({ quantity: 90_000 }).catch(isRefused);
  await order({ quantity: 1 }, 'ada').catch(isRefused);
  await order({ quantity: 1 }, 'linus').catch(isRefused);
  await call('get_price', { wrong: true }).catch(isRefused);
  await call('get_price', { symbol: 'NOTHING' }).catch(isRefused);

  await ask('POST', '/api/v1/watchlist', { symbol, note: 'The index' });
  await ask('POST', '/api/v1/alerts', { symbol, comparison: '>=', price: at(1.5) });
  await ask('POST', '/api/v1/alerts', {
    symbol,
    comparison: '<=',
    price: at(0.5),
    note: 'Buy back what was sold in spring',
  });
  await ask('POST', '/api/v1/alerts', { symbol, comparison: '>=', price: at(0.5) });

  await ask('PUT', '/api/v1/account/gates', {
    gates: { dailyLoss: 5_000 },
    reason: 'A quiet month',
  });
  const gates = { dailyLoss: 2_500, openOrders: 12, symbols: ['SPX'] };
  await ask('PUT', '/api/v1/account/gates', { gates, reason: 'After the review of October' });
  await ask('PUT', '/api/v1/account/kill-switch', {
    on: true,
    cancelOrders: false,
    reason: 'A drill',
  });
  await ask('PUT', '/api/v1/account/kill-switch', { on: false, reason: 'The drill is over' });
}
