import type { Json } from '../../../../contracts/base/json.ts';
import type { Domain } from '../../domain.ts';
import { findOrder, otherAction, withoutOrder } from '../../../../contracts/trading/find-order.ts';
import { findReplacement } from '../../../../contracts/trading/find-replacement.ts';
import { texts } from '../texts.ts';
import { words } from '../../components/values/words.ts';
import { cents, decimal } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import type { LabelledValue } from '../../components/values/labelled-values.tsx';
import { Decimal } from '../../components/values/rounded.tsx';
import { Price } from '../values/price.tsx';
import type { OrderFigure, PlannedOrder } from '../../../../contracts/trading/planned-order.ts';
import { sideTitles, timeInForceTitles, typeTitles } from '../account/order-words.ts';
import { texts as orderTexts } from '../account/orders/texts.ts';
import { texts as accountTexts } from '../account/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { priceQuery } from '../api/prices.ts';
import { drift } from './drift.ts';

const passed = ': passed';

/** The result of each risk check for an order: passed checks are counted, and listed on demand. */
export function Checks({ lines }: { lines: string[] }) {
  const good = lines.filter((line) => line.endsWith(passed));
  const others = lines.filter((line) => !line.endsWith(passed));
  return (
    <div>
      {others.map((line) => (
        <p key={line} className="text-bad">
          {line}
        </p>
      ))}
      {good.length > 0 && (
        <details>
          <summary className="cursor-pointer text-good max-md:py-2.5">
            {texts.checks.passed(
              others.length === 0 ? `All ${good.length}` : `${good.length} of ${lines.length}`,
            )}
          </summary>
          <ul className="mt-1 border-l border-line pl-3 text-muted">
            {good.map((line) => (
              <li key={line}>{line.slice(0, -passed.length)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** An order to approve, with the result of each risk check. */
export const approval: Domain['approval'] = {
  line: ({ args, show }) => {
    const order = findOrder(args) ?? findOrder(show);
    return order && `${sideTitles[order.side]} ${decimal(String(order.quantity))} ${order.symbol}`;
  },
  subject: ({ args, show, isLive }) => {
    const replacement = findReplacement(args, show);
    if (replacement) {
      const { before, after, rest } = replacement;
      return { summary: <OrderSummary order={after} before={before} isLive={isLive} />, rest };
    }
    const order = findOrder(args) ?? findOrder(show);
    return (
      order && {
        summary: (
          <div>
            <OrderSummary order={order} isLive={isLive} />
            <OtherDecision action={otherAction(show, order)} />
          </div>
        ),
        rest: withoutOrder(show, order),
      }
    );
  },
  value: (name, value) =>
    name === 'checks' && isTexts(value) ? <Checks lines={value} /> : undefined,
};

/** Says that what was decided before is not what the order does. */
function OtherDecision({ action }: { action: string | undefined }) {
  if (action === undefined) return null;
  return <p className="mt-3 font-medium text-wait">{texts.order.otherDecision(words(action))}</p>;
}

const isTexts = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const figureLabels = {
  stopPrice: orderTexts.order.stopPrice,
  limitPrice: orderTexts.order.limitPrice,
  stopLoss: orderTexts.order.stopLoss,
  takeProfit: orderTexts.order.takeProfit,
  trailAmount: orderTexts.order.trailAmount,
  trailPercent: orderTexts.order.trailPercent,
} satisfies Record<OrderFigure, string>;

type OrderSummaryProps = {
  order: PlannedOrder;
  /** The working order that it replaces. */
  before?: PlannedOrder;
  /** Whether the current price is shown, since the order can be denied at another price. */
  isLive: boolean;
};

/** An order as text: symbol, quantity, terms, price and value. */
export function OrderSummary({ order, before, isLive }: OrderSummaryProps) {
  const { symbol, side, quantity, type, account, figures, timeInForce } = order;
  return (
    <div>
      <p className="text-[17px] font-semibold">
        {before && `${texts.order.replace} `}
        <span className={side === 'buy' ? 'text-good' : 'text-bad'}>{sideTitles[side]}</span>{' '}
        <Change from={before?.quantity} to={quantity} /> {symbol}
      </p>
      <div className="mt-2">
        <LabelledValues
          values={[
            { label: texts.order.label, value: texts.order.paper(typeTitles[type]) },
            ...(account === undefined
              ? []
              : [{ label: accountTexts.switcher.label, value: account }]),
            ...figures.map(({ name, value }) => ({
              label: figureLabels[name],
              value: (
                <Change from={before?.figures.find((one) => one.name === name)?.value} to={value} />
              ),
            })),
            ...(timeInForce === undefined
              ? []
              : [
                  {
                    label: orderTexts.order.timeInForce,
                    value: timeInForceTitles[timeInForce],
                  },
                ]),
            ...priceValues(order, isLive),
          ]}
        />
      </div>
      <LinkedOrders orders={order.linked} />
      {order.reduceOnly && <p className="mt-3 text-muted">{texts.order.reduceOnly}</p>}
      {!before && order.hasNoStop && <p className="mt-3 text-muted">{texts.order.noStopLoss}</p>}
    </div>
  );
}

/** A figure, after the one that it replaces if they differ: `1,450 → 1,445`. */
function Change({ from, to }: { from: number | string | undefined; to: number | string }) {
  const isOther = from !== undefined && Number(from) !== Number(to);
  return (
    <>
      {isOther && (
        <>
          <Decimal value={from} /> →{' '}
        </>
      )}
      <Decimal value={to} />
    </>
  );
}

/** The decision price, the value of the order at that price, and the source of the price. */
function priceValues(
  { symbol, quantity, referencePrice, referenceTime }: PlannedOrder,
  isLive: boolean,
): LabelledValue[] {
  const now = (price: number) => ({
    label: texts.order.priceNow,
    value: <PriceNow symbol={symbol} referencePrice={price} />,
  });
  return [
    ...(referencePrice === undefined
      ? []
      : [
          { label: texts.order.decidedAt, value: <Price value={referencePrice} /> },
          ...(isLive ? [now(referencePrice)] : []),
          { label: texts.order.notional, value: cents(quantity * referencePrice) },
        ]),
    ...(referenceTime === undefined
      ? []
      : [{ label: texts.order.priceTime, value: referenceTime.slice(0, 16).replace('T', ' ') }]),
  ];
}

/** The orders that an order is linked with, a line each: `Sell stop · Stop price 1,400`. */
function LinkedOrders({ orders }: { orders: PlannedOrder['linked'] }) {
  if (orders.length === 0) return null;
  return (
    <div className="mt-3">
      <p className="text-[12px] text-muted">{texts.order.linked}</p>
      <ul>
        {orders.map(({ side, type, figures }, index) => (
          <li key={index}>
            {[
              texts.order.linkedOrder(sideTitles[side], typeTitles[type]),
              ...figures.map(({ name, value }) => `${figureLabels[name]} ${decimal(value)}`),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The live market price, with its drift from the decision price. */
function PriceNow({ symbol, referencePrice }: { symbol: string; referencePrice: number }) {
  const { data, error } = useQuery(priceQuery(symbol));
  if (data === undefined) return error ? texts.order.unknown : '…';
  return (
    <>
      <Price value={data.price} /> ({drift(referencePrice, data.price)})
    </>
  );
}
