import { cents } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Decimal } from '../../components/values/rounded.tsx';
import type { PlannedOrder } from './find-order.ts';
import { PriceNow } from './price-now.tsx';

type OrderSummaryProps = {
  order: PlannedOrder;
  /** Whether it is still to be decided: at another price than that of now it can be refused. */
  isPending: boolean;
};

/** An order as one reads it: what, how much, at which price, and what that is worth. */
export function OrderSummary({ order, isPending }: OrderSummaryProps) {
  const { symbol, side, quantity, type, referencePrice, referenceTime } = order;
  return (
    <div>
      <p className="text-[17px] font-semibold">
        <span className={side === 'buy' ? 'text-good' : 'text-bad'}>
          {side === 'buy' ? 'Buy' : 'Sell'}
        </span>{' '}
        <Decimal value={quantity} /> {symbol}
      </p>
      <div className="mt-2">
        <LabelledValues
          values={[
            { label: 'Order', value: `${type}, on paper` },
            ...(referencePrice === undefined
              ? []
              : [
                  { label: 'Decided at', value: <Decimal value={referencePrice} /> },
                  ...(isPending
                    ? [
                        {
                          label: 'Price now',
                          value: <PriceNow symbol={symbol} referencePrice={referencePrice} />,
                        },
                      ]
                    : []),
                  { label: 'Worth about', value: cents(quantity * referencePrice) },
                ]),
            ...(referenceTime === undefined
              ? []
              : [
                  {
                    label: 'Price of (UTC)',
                    value: referenceTime.slice(0, 16).replace('T', ' '),
                  },
                ]),
          ]}
        />
      </div>
    </div>
  );
}
