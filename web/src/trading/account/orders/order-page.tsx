import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isFinal, isWorking } from '../../../../../contracts/trading/orders.ts';
import { accountQueries } from '../../api/account.ts';
import { BackLink } from '../../../components/layout/back-link.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { useAccount } from '../account-search.ts';
import { portfolioQuery } from '../portfolio.ts';
import { SymbolCandles } from '../symbol-candles.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { ReplaceOrder } from './replace-order.tsx';
import { OrderFacts } from './order-facts.tsx';
import { orderText, typeText } from './order-text.ts';
import { lookOf } from '../status-looks.ts';
import { texts } from './texts.ts';
import type { OrderView, OrderDetailView } from '../../../../../contracts/trading/api/account.ts';
import { OrderTable } from './order-table.tsx';
import { Decimal, Money } from '../../../components/values/rounded.tsx';
import { Price } from '../../values/price.tsx';
import { Table } from '../../../components/values/table.tsx';
import type { BookEventKind } from '../../../../../contracts/trading/book-events.ts';
import { words } from '../../../components/values/words.ts';
import { zonedTime } from '../../../components/values/instant.ts';

const titles: Partial<Record<BookEventKind, string>> = {
  submitted: texts.events.submitted,
  accepted: texts.events.accepted,
  restricted: texts.events.restricted,
  replaced: texts.events.replaced,
  denied: texts.events.denied,
  triggered: texts.events.triggered,
  trailed: texts.events.trailed,
  filled: texts.events.filled,
  cancel_requested: texts.events.cancelRequested,
  canceled: texts.events.canceled,
  expired: texts.events.expired,
};

/** An event of an order as text. */
function eventTitle(kind: string): string {
  return titles[kind as BookEventKind] ?? words(kind);
}

/** The history of an order, oldest first; events that a bar caused show the market time. */
function OrderHistory({ events }: Pick<OrderDetailView, 'events'>) {
  return (
    <section aria-labelledby="history">
      <h3 id="history" className="mb-2 font-semibold">
        {texts.history.title}
      </h3>
      {events.length === 0 && <p className="text-muted">{texts.history.missing}</p>}
      <ol className="grid gap-3 border-l border-line pl-4">
        {events.map(({ kind, at, reason, marketTime }, index) => (
          <li key={index} className="relative">
            <span
              aria-hidden
              className="absolute top-1.5 -left-[20.5px] size-2 rounded-full bg-(--line-strong)"
            />
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">{eventTitle(kind)}</span>
              <time dateTime={at} className="text-muted">
                {zonedTime(at)}
              </time>
            </p>
            {marketTime !== null && (
              <p className="text-[12px] text-muted">
                {texts.history.bar(marketTime.slice(0, 16).replace('T', ' '))}
              </p>
            )}
            {reason !== null && <p className="text-[12px] text-muted">{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An order: its status, its history, and its fills on the candles. */
export function OrderPage() {
  const account = useAccount();
  const { orderId } = useParams({ from: '/account/orders/$orderId' });
  const query = useQuery({
    ...accountQueries.order(orderId, account),
    refetchInterval: ({ state }) => (state.data && isFinal(state.data.status) ? false : 2_000),
  });
  const asOf = useQuery(portfolioQuery(account)).data?.asOf;
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
              <span className={`font-medium ${lookOf(order).colour}`}>{lookOf(order).title}</span>
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
                {isWorking(order.status) && <ReplaceOrder order={order} />}
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

/** The stops and targets that close what an order has filled; nothing where it has none. */
function ProtectingOrders({ order }: { order: OrderView }) {
  const isProtected = [
    order.stopLoss,
    order.takeProfit,
    order.trailAmount,
    order.trailPercent,
  ].some((one) => one !== null);
  const account = useAccount();
  const { data } = useInfiniteQuery({
    ...accountQueries.orders({ symbol: order.symbol, ...(account && { account }) }),
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

/** Each fill of an order; nothing before the first. */
function OrderFills({ fills }: Pick<OrderView, 'fills'>) {
  if (fills.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-semibold">{texts.fills.title}</h3>
      <Table
        label={texts.fills.title}
        items={fills}
        keyOf={({ at, quantity }) => `${at} ${quantity}`}
        columns={[
          {
            title: texts.fills.bar,
            cell: ({ marketTime }) => marketTime.slice(0, 16).replace('T', ' '),
          },
          {
            title: texts.fills.quantity,
            cell: (one) => <Decimal value={one.quantity} />,
            isFigure: true,
          },
          {
            title: texts.fills.price,
            cell: (one) => <Price value={one.price} />,
            isFigure: true,
          },
          { title: texts.fills.fee, cell: (one) => <Money amount={one.fee} />, isFigure: true },
          { title: texts.fills.role, cell: ({ liquidity }) => liquidity, isMinor: true },
        ]}
      />
      <p className="mt-2 text-[12px] text-muted">{texts.fills.note}</p>
    </div>
  );
}
