import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrderView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { decimal } from '../../components/figures.ts';
import { Loaded } from '../../components/loaded.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Decimal, Money } from '../../components/rounded.tsx';
import { Table } from '../../components/table.tsx';
import type { Column } from '../../components/table.tsx';
import { Ago } from '../../components/time.tsx';

const statusLooks: Record<OrderView['status'], { title: string; colour: string }> = {
  accepted: { title: 'Open', colour: 'text-busy' },
  filled: { title: 'Filled', colour: 'text-good' },
  canceled: { title: 'Canceled', colour: 'text-muted' },
  denied: { title: 'Denied', colour: 'text-bad' },
};

const columns: Column<OrderView>[] = [
  { title: 'Order', cell: orderText, className: 'font-medium whitespace-nowrap' },
  { title: 'Status', cell: statusText, className: 'min-w-28' },
  {
    title: 'Decided at',
    cell: (one) => <Decimal value={one.referencePrice} />,
    isFigure: true,
    isMinor: true,
  },
  {
    title: 'Filled at',
    cell: ({ fill }) => fill && <Decimal value={fill.price} />,
    isFigure: true,
  },
  {
    title: 'Fee',
    cell: ({ fill }) => fill && <Money amount={fill.fee} />,
    isFigure: true,
    isMinor: true,
  },
  { title: 'Market time', cell: ({ fill }) => fill?.marketTime.slice(0, 10), isMinor: true },
  { title: 'Placed', cell: placeText, className: 'whitespace-nowrap text-muted' },
];

/** The orders with their fills, or why there is none; nothing before the first. */
export function Orders() {
  const query = useInfiniteQuery({ ...queries.orders(), refetchInterval: 5_000 });
  return (
    <Loaded query={query} skeleton={null}>
      {({ pages }) => {
        const orders = pages.flatMap(({ items }) => items);
        if (orders.length === 0) return null;
        return (
          <div>
            <h2 className="mb-1 font-semibold">Orders</h2>
            <Table label="Orders" items={orders} keyOf={({ id }) => id} columns={columns} />
            <MoreButton query={query} title="Older orders" />
          </div>
        );
      }}
    </Loaded>
  );
}

function orderText({ side, quantity, symbol }: OrderView) {
  return `${side === 'buy' ? 'Buy' : 'Sell'} ${decimal(quantity)} ${symbol}`;
}

function statusText({ status, reason }: OrderView) {
  const { title, colour } = statusLooks[status];
  return (
    <>
      <span className={colour}>{title}</span>
      {reason && <span className="block max-w-xs text-[12px] text-muted">{reason}</span>}
    </>
  );
}

function placeText({ acceptedAt, runId }: OrderView) {
  const when = <Ago instant={acceptedAt} />;
  if (!runId?.startsWith('run_')) return when;
  return (
    <Link to="/runs/$runId" params={{ runId }} className="text-accent hover:underline">
      {when}
    </Link>
  );
}
