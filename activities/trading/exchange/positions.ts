import { Decimal } from '../../base/decimal.ts';
import type { DecimalValue } from '../../base/decimal.ts';

export type Position = { quantity: Decimal; averagePrice: Decimal };

/** A trade as it was booked; the numbers as decimal text. */
export type Trade = { symbol: string; side: 'buy' | 'sell'; quantity: string; price: string };

/** The quantity with its direction: bought is positive, sold negative. */
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
 * The position after a trade. The average price is that of what was added to it; taking away from it does not change
 * the average, and realizes the difference to the trade's price.
 * @param change what was bought, or, negative, sold.
 * @returns also the profit, or, negative, the loss, without fees.
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

/** What each trade realized, without fees, and the positions that are open in the end. */
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

/** The open positions after the trades, in the order given. */
export function positionsAfter(trades: readonly Trade[]): Map<string, Position> {
  return settleTrades(trades).positions;
}
