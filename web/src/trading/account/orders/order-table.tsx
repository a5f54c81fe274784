import { Link } from '@tanstack/react-router';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { isWorking } from '../../../../../contracts/trading/orders.ts';
import { decimal } from '../../../components/values/figures.ts';
import { Money } from '../../../components/values/rounded.tsx';
import { Price } from '../../values/price.tsx';
import { Table } from '../../../components/values/table.tsx';
import type { Column } from '../../../components/values/table.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { orderText, typeText } from './order-text.ts';
import { lookOf } from '../status-looks.ts';
import { texts } from './texts.ts';

const orderColumns: Column<OrderView>[] = [
  { title: texts.table.order, cell: orderCell, className: 'md:whitespace-nowrap' },
  { title: texts.table.status, cell: statusCell, className: 'min-w-28' },
  {
    title: texts.table.decisionPrice,
    cell: (one) => <Price value={one.referencePrice} />,
    isFigure: true,
    isMinor: true,
  },
];

/** Left out where nothing is filled. */
const fillColumns: Column<OrderView>[] = [
  {
    title: texts.table.fillPrice,
    cell: ({ fill }) => fill && <Price value={fill.price} />,
    isFigure: true,
    isMinor: true,
  },
  {
    title: texts.table.fee,
    cell: ({ fill }) => fill && <Money amount={fill.fee} />,
    isFigure: true,
    isMinor: true,
  },
  {
    title: texts.table.marketTime,
    cell: ({ fill }) => fill?.marketTime.slice(0, 10),
    isMinor: true,
  },
];

const endColumns: Column<OrderView>[] = [
  {
    title: texts.table.placed,
    cell: placeCell,
    isMinor: true,
    className: 'whitespace-nowrap text-muted',
  },
  {
    title: texts.table.cancel,
    isTitleHidden: true,
    className: 'text-right',
    cell: (order) => isWorking(order.status) && <CancelOrder order={order} />,
  },
];

/** Orders in rows. Each links to its history; working orders can be cancelled. */
export function OrderTable({ orders }: { orders: OrderView[] }) {
  const hasFills = orders.some(({ fill }) => fill);
  const columns = [...orderColumns, ...(hasFills ? fillColumns : []), ...endColumns];
  return (
    <Table label={texts.table.label} items={orders} keyOf={({ id }) => id} columns={columns} />
  );
}

function orderCell(order: OrderView) {
  return (
    <>
      <Link
        to="/account/orders/$orderId"
        params={{ orderId: order.id }}
        className="row-link font-medium hover:underline"
      >
        {orderText(order)}
      </Link>
      <span className="block text-[12px] text-muted">{typeText(order)}</span>
    </>
  );
}

function statusCell(order: OrderView) {
  const { status, reason, filledQuantity, quantity, fill } = order;
  const { title, colour } = lookOf(order);
  const isPartly = Number(filledQuantity) > 0 && status !== 'filled';
  return (
    <>
      <span className={colour}>{title}</span>
      {isPartly && (
        <span className="block text-[12px] text-muted">
          {texts.table.filledOf(decimal(filledQuantity), decimal(quantity))}
        </span>
      )}
      {fill && (
        <span className="block text-[12px] text-muted md:hidden">
          {texts.table.at} <Price value={fill.price} />
        </span>
      )}
      {reason && (
        <span className="block max-w-xs text-[12px] text-muted max-md:line-clamp-3 max-md:max-w-36">
          {reason}
        </span>
      )}
    </>
  );
}

function placeCell({ placedAt, runId }: OrderView) {
  const when = <Ago instant={placedAt} />;
  if (!runId?.startsWith('run_')) return when;
  return (
    <>
      {when}
      <Link
        to="/runs/$runId"
        params={{ runId }}
        className="block text-[12px] text-accent hover:underline"
      >
        {texts.order.openRun}
      </Link>
    </>
  );
}
