import { useInfiniteQuery } from '@tanstack/react-query';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { accountQueries } from '../../api/account.ts';
import { OrderTable } from './order-table.tsx';
import { texts } from './texts.ts';

/** The stops and targets that close what an order has filled; nothing where it has none. */
export function ProtectingOrders({ order }: { order: OrderView }) {
  const isProtected = order.stopLoss !== null || order.takeProfit !== null;
  const { data } = useInfiniteQuery({
    ...accountQueries.orders({ symbol: order.symbol }),
    enabled: isProtected,
    refetchInterval: 5_000,
  });
  const own = data?.pages.flatMap(({ items }) => items.filter((one) => one.parentId === order.id));
  if (!isProtected || !own?.length) return null;
  return (
    <section aria-labelledby="protecting">
      <h3 id="protecting" className="mb-1 font-semibold">
        {texts.order.protecting}
      </h3>
      <OrderTable orders={own} />
    </section>
  );
}
