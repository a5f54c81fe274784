import { Link } from '@tanstack/react-router';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { cents, decimal } from '../../../components/values/figures.ts';
import { LabelledValues } from '../../../components/values/labelled-values.tsx';
import type { LabelledValue } from '../../../components/values/labelled-values.tsx';
import { Decimal, Money } from '../../../components/values/rounded.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { timeInForceTitles } from '../order-words.ts';
import { statusLooks } from '../status-looks.ts';

/** What was ordered, and how far it has come. */
export function OrderFacts({ order }: { order: OrderView }) {
  const { filledQuantity, quantity, fill, timeInForce, placedAt, parentId, reason } = order;
  return (
    <section aria-label="The order">
      <LabelledValues
        values={[
          {
            label: 'Filled',
            value: `${decimal(filledQuantity)} of ${decimal(quantity)}${fill ? `, worth ${worthOf(fill)}` : ''}`,
          },
          ...(fill ? filledFacts(fill) : []),
          { label: 'Price it was decided at', value: <Decimal value={order.referencePrice} /> },
          ...price('Stop price', order.stopPrice),
          ...price('Limit price', order.limitPrice),
          ...price('Stop loss', order.stopLoss),
          ...price('Take profit', order.takeProfit),
          { label: 'Works', value: timeInForceTitles[timeInForce] },
          { label: 'Placed', value: <Ago instant={placedAt} /> },
          ...(parentId === null
            ? []
            : [
                {
                  label: 'Protects',
                  value: (
                    <Link
                      to="/account/orders/$orderId"
                      params={{ orderId: parentId }}
                      className="text-accent hover:underline"
                    >
                      the order that opened it
                    </Link>
                  ),
                },
              ]),
        ]}
      />
      <p className="mt-3 max-w-prose text-[12px] text-muted">
        {statusLooks[order.status].meaning} Prices, worth and fees are in USD.
      </p>
      {reason && <p className="mt-3 max-w-prose text-muted">{reason}</p>}
    </section>
  );
}

type Fill = NonNullable<OrderView['fill']>;

const worthOf = (fill: Fill) => cents(Number(fill.price) * Number(fill.quantity));

function filledFacts(fill: Fill): LabelledValue[] {
  return [
    { label: 'Average price', value: <Decimal value={fill.price} /> },
    { label: 'Fees', value: <Money amount={fill.fee} /> },
  ];
}

function price(label: string, value: string | null): LabelledValue[] {
  return value === null ? [] : [{ label, value: <Decimal value={value} /> }];
}
