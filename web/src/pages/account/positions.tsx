import { cents } from '../../components/figures.ts';
import { Decimal } from '../../components/rounded.tsx';
import { Table } from '../../components/table.tsx';
import { Change } from './change.tsx';
import type { Position } from './portfolio.ts';

/** What is held, at which price it was bought, and what it has gained. */
export function Positions({ positions }: { positions: Position[] }) {
  return (
    <div>
      <h2 className="mb-1 font-semibold">Positions</h2>
      <Table
        label="Positions"
        items={positions}
        keyOf={({ symbol }) => symbol}
        columns={[
          { title: 'Symbol', cell: ({ symbol }) => <span className="font-medium">{symbol}</span> },
          { title: 'Side', cell: ({ quantity }) => (quantity < 0 ? 'short' : 'long') },
          {
            title: 'Quantity',
            cell: ({ quantity }) => <Decimal value={Math.abs(quantity)} />,
            isFigure: true,
          },
          {
            title: 'Average price',
            cell: (one) => <Decimal value={one.averagePrice} />,
            isFigure: true,
          },
          {
            title: 'Price now',
            cell: (one) => <Decimal value={one.marketPrice} />,
            isFigure: true,
          },
          { title: 'Worth', cell: (one) => cents(one.quantity * one.marketPrice), isFigure: true },
          {
            title: 'Not realized',
            cell: ({ unrealizedPnl, quantity, averagePrice }) => (
              <Change amount={unrealizedPnl} of={Math.abs(quantity * averagePrice)} />
            ),
            isFigure: true,
          },
        ]}
      />
    </div>
  );
}
