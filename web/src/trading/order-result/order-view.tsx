import type { Json } from '../../../../contracts/base/json.ts';
import { decimal } from '../../components/values/figures.ts';
import { JsonView } from '../../components/values/json-view.tsx';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Money } from '../../components/values/rounded.tsx';
import { Price } from '../values/price.tsx';
import { sideTitles } from '../account/order-words.ts';
import { texts } from '../account/orders/texts.ts';
import { lookOf, waitsForBar } from '../account/status-looks.ts';
import { orderOf } from './order-of.ts';

/** An order that a run has placed, and what came of it. Its fill is on the candles of the run. */
export default function OrderView({ value }: { value: Json }) {
  const order = orderOf(value);
  if (!order) return <JsonView value={value} />;
  const { symbol, side, quantity, fillsFrom, reason, fill } = order;
  const look = lookOf(order);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-[15px] font-semibold">
          {`${sideTitles[side]} ${decimal(quantity)} ${symbol}`}
        </span>
        <span className={`font-medium ${look.colour}`}>{look.title}</span>
      </p>
      <p className="text-[12px] text-muted">
        {look.meaning}
        {fillsFrom !== undefined &&
          waitsForBar(order) &&
          ` ${texts.status.nextBar.after(fillsFrom.slice(0, 16).replace('T', ' '))}`}
      </p>
      {fill && (
        <div className="mt-3">
          <LabelledValues
            values={[
              {
                label: texts.order.filled,
                value: texts.order.filledOf(decimal(fill.quantity), decimal(quantity), ''),
              },
              { label: texts.order.averagePrice, value: <Price value={fill.price} /> },
              { label: texts.order.fees, value: <Money amount={String(fill.fee)} /> },
            ]}
          />
        </div>
      )}
      {reason && <p className="mt-2 text-muted">{reason}</p>}
    </>
  );
}
