import type { Json } from '../../../../contracts/base/json.ts';
import type { Domain } from '../../domain.ts';
import { Checks } from './checks.tsx';
import { findOrder, withoutOrder } from './find-order.ts';
import { OrderSummary } from './order-summary.tsx';

/** An order to approve as an order, and what each risk check says to it. */
export const approval: Domain['approval'] = {
  subject: ({ args, show, isPending }) => {
    const order = findOrder(args) ?? findOrder(show);
    return (
      order && {
        summary: <OrderSummary order={order} isPending={isPending} />,
        rest: withoutOrder(show, order),
      }
    );
  },
  value: (name, value) =>
    name === 'checks' && isTexts(value) ? <Checks lines={value} /> : undefined,
};

const isTexts = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
