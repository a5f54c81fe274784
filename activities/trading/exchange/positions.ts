import { Decimal } from '../../base/decimal.ts';
import type { DecimalValue } from '../../base/decimal.ts';

/** A position. The quantity is negative for a short. */
export type Position = { quantity: Decimal; averagePrice: Decimal };

/** A booked fill, with numbers as decimal text. */
export type Trade = { symbol: string; side: 'buy' | 'sell'; quantity: string; price: string };

/** The signed quantity: positive for a buy, negative for a sale. */
export function signedQuantity({
  side,
  quantity,
}: Pick<Trade, 'side'> & { quantity: DecimalValue }) {
  const amount = new Decimal(quantity);
  return side === 'buy' ? amount : amount.negated();
}

const zero = new Decimal(0);
export const noPosition: Position = { quantity: zero, averagePrice: zero };

/**
 * The position after a trade, by average cost. Adding to a position updates its average price; reducing it keeps the
 * average and realizes the difference to the trade's price.
 * @param change signed quantity of the trade.
 * @returns the position, and the realized profit before fees (negative for a loss).
 */
export function afterTrade(
  { quantity, averagePrice }: Position,
  change: Decimal,
  price: Decimal,
): { position: Position; realized: Decimal } {
  const total = quantity.plus(change);
  if (quantity.isZero() || quantity.isPositive() === change.isPositive()) {
    const value = quantity.times(averagePrice).plus(change.times(price));
    return { position: { quantity: total, averagePrice: value.div(total) }, realized: zero };
  }
  const closed = Decimal.min(quantity.abs(), change.abs()).times(quantity.isPositive() ? 1 : -1);
  const turned = !total.isZero() && total.isPositive() === change.isPositive();
  return {
    position: { quantity: total, averagePrice: turned ? price : averagePrice },
    realized: price.minus(averagePrice).times(closed),
  };
}

/** The realized profit of each trade before fees, and the open positions at the end. */
export function settleTrades<One extends Trade>(
  trades: readonly One[],
): { positions: Map<string, Position>; results: { trade: One; realized: Decimal }[] } {
  const positions = new Map<string, Position>();
  const results = trades.map((trade) => {
    const before = positions.get(trade.symbol) ?? noPosition;
    const price = new Decimal(trade.price);
    const { position, realized } = afterTrade(before, signedQuantity(trade), price);
    if (position.quantity.isZero()) positions.delete(trade.symbol);
    else positions.set(trade.symbol, position);
    return { trade, realized };
  });
  return { positions, results };
}

/** The open positions after trades, which are given in order of booking. */
export function positionsAfter(trades: readonly Trade[]): Map<string, Position> {
  return settleTrades(trades).positions;
}
