import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { Decimal, Money } from '../../../components/values/rounded.tsx';
import { Table } from '../../../components/values/table.tsx';

/** Each fill of an order; nothing before the first. */
export function OrderFills({ fills }: Pick<OrderView, 'fills'>) {
  if (fills.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-semibold">Fills</h3>
      <Table
        label="Fills"
        items={fills}
        keyOf={({ at, quantity }) => `${at} ${quantity}`}
        columns={[
          {
            title: 'Bar (UTC)',
            cell: ({ marketTime }) => marketTime.slice(0, 16).replace('T', ' '),
          },
          { title: 'Quantity', cell: (one) => <Decimal value={one.quantity} />, isFigure: true },
          { title: 'Price', cell: (one) => <Decimal value={one.price} />, isFigure: true },
          { title: 'Fee (USD)', cell: (one) => <Money amount={one.fee} />, isFigure: true },
          { title: 'As', cell: ({ liquidity }) => liquidity, isMinor: true },
        ]}
      />
      <p className="mt-2 text-[12px] text-muted">
        A maker waited in the book, a taker took what was there; each has a fee of its own.
      </p>
    </div>
  );
}
