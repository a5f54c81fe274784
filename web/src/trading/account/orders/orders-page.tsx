import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { OrderStatus } from '../../../../../contracts/trading/orders.ts';
import { accountQueries } from '../../api/account.ts';
import { buttonLook } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/layout/empty-state.tsx';
import { FilterBar } from '../../../components/controls/filter-bar.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { MoreButton } from '../../../components/controls/more-button.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { OrderTable } from './order-table.tsx';
import { ordersSearchOf } from './orders-search.ts';
import { statusLooks } from '../status-looks.ts';
import { texts } from './texts.ts';

/** The statuses that an order of a paper account can have. */
const listed: OrderStatus[] = [
  'accepted',
  'triggered',
  'partially_filled',
  'pending_cancel',
  'filled',
  'canceled',
  'expired',
  'denied',
];
const statuses = [
  { value: 'open', title: texts.page.open },
  ...listed.map((value) => ({ value, title: statusLooks[value].title })),
];

/** The orders, newest first; the filter is in the address. */
export function OrdersPage() {
  const search = useSearch({ from: '/account/orders' });
  const filter = ordersSearchOf(search);
  const navigate = useNavigate({ from: '/account/orders' });
  const query = useInfiniteQuery({ ...accountQueries.orders(search), refetchInterval: 3_000 });
  return (
    <AccountFrame tab={texts.page.title}>
      <FilterBar
        className="pb-3"
        filters={[
          { name: 'symbol', label: texts.page.symbol },
          {
            name: 'status',
            label: texts.page.status,
            choice: { all: texts.page.allStatuses, options: statuses },
          },
        ]}
        values={filter}
        onChange={(change, replace) =>
          void navigate({ search: ordersSearchOf({ ...filter, ...change }), replace })
        }
      />
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {({ pages }) => {
          const orders = pages.flatMap(({ items }) => items);
          if (orders.length > 0) return <OrderTable orders={orders} />;
          if (Object.keys(filter).length === 0) return <EmptyState title={texts.page.empty} />;
          return (
            <EmptyState title={texts.page.filtered}>
              <Link to="/account/orders" search={{}} className={buttonLook('plain')}>
                {texts.page.showAll}
              </Link>
            </EmptyState>
          );
        }}
      </Loaded>
      <MoreButton query={query} title={texts.page.older} />
    </AccountFrame>
  );
}
