import { Link } from '@tanstack/react-router';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { cents, decimal } from '../../../components/values/figures.ts';
import { LabelledValues } from '../../../components/values/labelled-values.tsx';
import type { LabelledValue } from '../../../components/values/labelled-values.tsx';
import { Decimal, Money } from '../../../components/values/rounded.tsx';
import { Price } from '../../values/price.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { timeInForceTitles } from '../order-words.ts';
import { lookOf } from '../status-looks.ts';
import { texts } from './texts.ts';

/** The details of an order and its fills. */
export function OrderFacts({ order }: { order: OrderView }) {
  const { filledQuantity, quantity, fill, timeInForce, placedAt, parentId, reason } = order;
  return (
    <section aria-label={texts.order.label}>
      <LabelledValues
        values={[
          {
            label: texts.order.filled,
            value: texts.order.filledOf(
              decimal(filledQuantity),
              decimal(quantity),
              fill ? texts.order.value(worthOf(fill)) : '',
            ),
          },
          ...(fill ? filledFacts(fill) : []),
          { label: texts.order.decisionPrice, value: <Price value={order.referencePrice} /> },
          ...price(texts.order.stopPrice, order.stopPrice),
          ...price(texts.order.limitPrice, order.limitPrice),
          ...price(texts.order.stopLoss, order.stopLoss),
          ...price(texts.order.takeProfit, order.takeProfit),
          ...price(texts.order.trailAmount, order.trailAmount),
          ...price(texts.order.trailPercent, order.trailPercent),
          { label: texts.order.timeInForce, value: timeInForceTitles[timeInForce] },
          { label: texts.order.placed, value: <Ago instant={placedAt} /> },
          ...(parentId === null
            ? []
            : [
                {
                  label: texts.order.protects,
                  value: (
                    <Link
                      to="/account/orders/$orderId"
                      params={{ orderId: parentId }}
                      className="text-accent hover:underline"
                    >
                      {texts.order.opened}
                    </Link>
                  ),
                },
              ]),
        ]}
      />
      <p className="mt-3 max-w-prose text-[12px] text-muted">
        {texts.order.note(lookOf(order).meaning)}
      </p>
      {reason && <p className="mt-3 max-w-prose text-muted">{reason}</p>}
    </section>
  );
}

type Fill = NonNullable<OrderView['fill']>;

const worthOf = (fill: Fill) => cents(Number(fill.price) * Number(fill.quantity));

function filledFacts(fill: Fill): LabelledValue[] {
  return [
    { label: texts.order.averagePrice, value: <Price value={fill.price} /> },
    { label: texts.order.fees, value: <Money amount={fill.fee} /> },
  ];
}

function price(label: string, value: string | null): LabelledValue[] {
  return value === null ? [] : [{ label, value: <Decimal value={value} /> }];
}
