import { cents } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Decimal } from '../../components/values/rounded.tsx';
import type { PlannedOrder } from './find-order.ts';
import { PriceNow } from './price-now.tsx';
import { texts } from '../texts.ts';

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
          {side === 'buy' ? texts.order.buy : texts.order.sell}
        </span>{' '}
        <Decimal value={quantity} /> {symbol}
      </p>
      <div className="mt-2">
        <LabelledValues
          values={[
            { label: texts.order.label, value: texts.order.paper(type) },
            ...(referencePrice === undefined
              ? []
              : [
                  { label: texts.order.decidedAt, value: <Decimal value={referencePrice} /> },
                  ...(isPending
                    ? [
                        {
                          label: texts.order.priceNow,
                          value: <PriceNow symbol={symbol} referencePrice={referencePrice} />,
                        },
                      ]
                    : []),
                  { label: texts.order.notional, value: cents(quantity * referencePrice) },
                ]),
            ...(referenceTime === undefined
              ? []
              : [
                  {
                    label: texts.order.priceTime,
                    value: referenceTime.slice(0, 16).replace('T', ' '),
                  },
                ]),
          ]}
        />
      </div>
    </div>
  );
}
