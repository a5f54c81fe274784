import { cents } from '../../components/values/figures.ts';
import { Decimal } from '../../components/values/rounded.tsx';
import { Price } from '../values/price.tsx';
import { Table } from '../../components/values/table.tsx';
import { Change } from '../../components/values/change.tsx';
import type { Position } from './portfolio.ts';
import { OrderButton } from './ticket/order-button.tsx';
import { texts } from './texts.ts';

/** The positions with their average price and profit or loss. */
export function Positions({ positions }: { positions: Position[] }) {
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.positions.title}</h2>
      <Table
        label={texts.positions.title}
        items={positions}
        keyOf={({ symbol }) => symbol}
        columns={[
          {
            title: texts.positions.symbol,
            cell: ({ symbol, quantity }) => (
              <>
                <span className="font-medium">{symbol}</span>
                <span className="block text-[12px] text-muted md:hidden">{sideOf(quantity)}</span>
              </>
            ),
          },
          { title: texts.positions.side, cell: ({ quantity }) => sideOf(quantity), isMinor: true },
          {
            title: texts.positions.quantity,
            cell: ({ quantity }) => <Decimal value={Math.abs(quantity)} />,
            isFigure: true,
          },
          {
            title: texts.positions.averagePrice,
            cell: (one) => <Price value={one.averagePrice} />,
            isFigure: true,
            isMinor: true,
          },
          {
            title: texts.positions.priceNow,
            cell: (one) => <Price value={one.marketPrice} />,
            isFigure: true,
            isMinor: true,
          },
          {
            title: texts.positions.value,
            cell: (one) => cents(one.quantity * one.marketPrice),
            isFigure: true,
            isMinor: true,
          },
          {
            title: texts.positions.unrealized,
            cell: ({ unrealizedPnl, quantity, averagePrice }) => (
              <Change amount={unrealizedPnl} of={Math.abs(quantity * averagePrice)} />
            ),
            isFigure: true,
            className: 'max-md:whitespace-normal',
          },
          {
            title: texts.positions.close,
            isTitleHidden: true,
            className: 'text-right',
            cell: ({ symbol, quantity }) => (
              <OrderButton
                look="plain"
                aria-label={texts.positions.closeNamed(symbol)}
                className="max-md:min-h-11"
                before={{
                  symbol,
                  side: quantity < 0 ? 'buy' : 'sell',
                  quantity: String(Math.abs(quantity)),
                }}
              >
                {texts.positions.close}
              </OrderButton>
            ),
          },
        ]}
      />
    </div>
  );
}

const sideOf = (quantity: number) => (quantity < 0 ? 'short' : 'long');
