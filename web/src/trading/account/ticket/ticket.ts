import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { orderPrices } from '../../../../../contracts/trading/orders.ts';
import type {
  OrderPrice,
  OrderSide,
  OrderType,
  TimeInForce,
} from '../../../../../contracts/trading/orders.ts';
import { readNumber } from '../../../components/controls/read-number.ts';
import { texts } from './texts.ts';

/** The optional prices and distances of an order, in addition to those of its type. */
export const exitPrices = ['stopLoss', 'takeProfit', 'trailAmount', 'trailPercent'] as const;

type Prices = Record<OrderPrice | (typeof exitPrices)[number], string>;

/** An order as it is typed. */
export type Ticket = Prices & {
  symbol: string;
  side: OrderSide;
  type: OrderType;
  quantity: string;
  timeInForce: TimeInForce;
  /** The linked orders (OCO). */
  linked: readonly LinkedTicket[];
};

export type LinkedTicket = Prices & {
  /** Identifies the order within its ticket. */
  id: string;
  side: OrderSide;
  type: Exclude<OrderType, 'market'>;
};

const noPrices: Prices = {
  limitPrice: '',
  stopPrice: '',
  stopLoss: '',
  takeProfit: '',
  trailAmount: '',
  trailPercent: '',
};

export const emptyTicket: Ticket = {
  ...noPrices,
  symbol: '',
  side: 'buy',
  type: 'market',
  quantity: '',
  timeInForce: 'gtc',
  linked: [],
};

/** A linked order to begin with: on the side of the first, and of the type that most often stands beside its type. */
export const linkedTo = ({ side, type }: Ticket): LinkedTicket => ({
  ...noPrices,
  id: crypto.randomUUID(),
  side,
  type: type === 'limit' ? 'stop' : 'limit',
});

/** Whether an order can be linked with others: each of them waits for its price. */
export const canBeLinked = ({ type, timeInForce }: Pick<Ticket, 'type' | 'timeInForce'>): boolean =>
  type !== 'market' && timeInForce !== 'ioc';

/** The errors of required fields that are still empty. */
export function missingIn({ symbol, quantity }: Ticket): FieldProblem[] {
  return [
    ...(symbol.trim() === '' ? [{ path: 'args.symbol', message: texts.fields.symbolMissing }] : []),
    ...(quantity.trim() === ''
      ? [{ path: 'args.quantity', message: texts.fields.quantityMissing }]
      : []),
  ];
}

/** Text that is a number becomes a number; other text is sent unchanged, so that the API reports the problem. */
function numberOf(text: string): number | string {
  return readNumber(text) ?? text.trim();
}

/** The prices that an order has; one that its type does not have is left out, though it was typed for another. */
function pricesOf(order: Prices & { type: OrderType }): JsonObject {
  const names = [...orderPrices[order.type], ...exitPrices];
  return Object.fromEntries(
    names.flatMap((name) =>
      order[name].trim() === '' ? [] : [[name, numberOf(order[name])] as const],
    ),
  );
}

/**
 * The arguments of the tool `create_paper_order`. Linked orders are left out of one that can have none.
 * @param reference the price that it is decided at, and its time.
 */
export function orderOf(ticket: Ticket, reference: { price: number; asOf: string }): JsonObject {
  const { symbol, side, type, quantity, timeInForce } = ticket;
  const linked = canBeLinked(ticket) ? ticket.linked : [];
  return {
    symbol: symbol.trim().toUpperCase(),
    side,
    type,
    quantity: numberOf(quantity),
    timeInForce,
    ...pricesOf(ticket),
    ...(linked.length > 0 && {
      oco: linked.map((one) => ({ side: one.side, type: one.type, ...pricesOf(one) })),
    }),
    referencePrice: reference.price,
    referenceTime: reference.asOf,
  };
}

/** The estimated value of an order at its expected price; null while the quantity or price is missing. */
export function worthOf(ticket: Ticket, price: number | undefined): number | null {
  const quantity = readNumber(ticket.quantity);
  const own = orderPrices[ticket.type].map((name) => readNumber(ticket[name])).at(-1);
  const at = own ?? price;
  return quantity === undefined || at === undefined ? null : quantity * at;
}
