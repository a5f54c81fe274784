import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { orderPrices } from '../../../../../contracts/trading/orders.ts';
import type { OrderSide, OrderType, TimeInForce } from '../../../../../contracts/trading/orders.ts';
import { readNumber } from '../../../components/controls/read-number.ts';
import { texts } from './texts.ts';

/** An order as it is typed. */
export type Ticket = {
  symbol: string;
  side: OrderSide;
  type: OrderType;
  quantity: string;
  limitPrice: string;
  stopPrice: string;
  timeInForce: TimeInForce;
  stopLoss: string;
  takeProfit: string;
  trailAmount: string;
  trailPercent: string;
};

export const emptyTicket: Ticket = {
  symbol: '',
  side: 'buy',
  type: 'market',
  quantity: '',
  limitPrice: '',
  stopPrice: '',
  timeInForce: 'gtc',
  stopLoss: '',
  takeProfit: '',
  trailAmount: '',
  trailPercent: '',
};

/** What an order cannot be checked without, at the fields where it is not typed yet. */
export function missingIn({ symbol, quantity }: Ticket): FieldProblem[] {
  return [
    ...(symbol.trim() === '' ? [{ path: 'args.symbol', message: texts.fields.symbolMissing }] : []),
    ...(quantity.trim() === ''
      ? [{ path: 'args.quantity', message: texts.fields.quantityMissing }]
      : []),
  ];
}

/** What is typed as a number is one; what is none goes as it is, so that the answer says what is wrong with it. */
function numberOf(text: string): number | string {
  return readNumber(text) ?? text.trim();
}

/**
 * The arguments of the tool `create_paper_order`. A price that the type does not have is left out, though it was typed
 * for another.
 * @param reference the price that it is decided at, and its time.
 */
export function orderOf(ticket: Ticket, reference: { price: number; asOf: string }): JsonObject {
  const { symbol, side, type, quantity, timeInForce } = ticket;
  const names = [
    ...orderPrices[type],
    'stopLoss',
    'takeProfit',
    'trailAmount',
    'trailPercent',
  ] as const;
  const prices = names.flatMap((name) =>
    ticket[name].trim() === '' ? [] : [[name, numberOf(ticket[name])] as const],
  );
  return {
    symbol: symbol.trim().toUpperCase(),
    side,
    type,
    quantity: numberOf(quantity),
    timeInForce,
    ...Object.fromEntries(prices),
    referencePrice: reference.price,
    referenceTime: reference.asOf,
  };
}

/** What an order is worth at the price that it will trade at, as far as can be known; null where that is not typed yet. */
export function worthOf(ticket: Ticket, price: number | undefined): number | null {
  const quantity = readNumber(ticket.quantity);
  const own = orderPrices[ticket.type].map((name) => readNumber(ticket[name])).at(-1);
  const at = own ?? price;
  return quantity === undefined || at === undefined ? null : quantity * at;
}
