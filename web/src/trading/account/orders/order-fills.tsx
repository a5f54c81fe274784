import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { Decimal, Money } from '../../../components/values/rounded.tsx';
import { Table } from '../../../components/values/table.tsx';
import { texts } from './texts.ts';

/** Each fill of an order; nothing before the first. */
export function OrderFills({ fills }: Pick<OrderView, 'fills'>) {
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
            cell: (one) => <Decimal value={one.price} />,
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
