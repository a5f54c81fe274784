import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isFinal, isWorking } from '../../../../../contracts/trading/orders.ts';
import { accountQueries } from '../../api/account.ts';
import { BackLink } from '../../../components/layout/back-link.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { portfolioQuery } from '../portfolio.ts';
import { SymbolCandles } from '../symbol-candles.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderFills } from './order-fills.tsx';
import { OrderHistory } from './order-history.tsx';
import { orderText, typeText } from './order-text.ts';
import { ProtectingOrders } from './protecting-orders.tsx';
import { statusLooks } from '../status-looks.ts';
import { texts } from './texts.ts';

/** One order: how it stands, what has happened to it, and its fills on the candles. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/account/orders/$orderId' });
  const query = useQuery({
    ...accountQueries.order(orderId),
    refetchInterval: ({ state }) => (state.data && isFinal(state.data.status) ? false : 2_000),
  });
  const asOf = useQuery(portfolioQuery()).data?.asOf;
  return (
    <AccountFrame tab={query.data && orderText(query.data)}>
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {(order) => (
          <article aria-labelledby="order" className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <BackLink to="/account/orders" title={texts.order.all} />
              <h2 id="order" className="text-[17px] font-semibold">
                {orderText(order)}
              </h2>
              <span className="text-muted">{typeText(order)}</span>
              <span className={`font-medium ${statusLooks[order.status].colour}`}>
                {statusLooks[order.status].title}
              </span>
              <span className="ml-auto flex items-center gap-3">
                {order.runId?.startsWith('run_') && (
                  <Link
                    to="/runs/$runId"
                    params={{ runId: order.runId }}
                    className="text-accent hover:underline"
                  >
                    {texts.order.openRun}
                  </Link>
                )}
                {isWorking(order.status) && <CancelOrder order={order} />}
              </span>
            </header>
            <OrderFacts order={order} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
              <OrderHistory events={order.events} />
              <OrderFills fills={order.fills} />
            </div>
            <ProtectingOrders order={order} />
            {asOf !== undefined && (
              <SymbolCandles
                fills={order.fills.map((fill) => ({
                  ...fill,
                  orderId: order.id,
                  symbol: order.symbol,
                  side: order.side,
                }))}
                held={[order.symbol]}
                asOf={asOf}
              />
            )}
          </article>
        )}
      </Loaded>
    </AccountFrame>
  );
}
