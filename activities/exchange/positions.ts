import { Decimal } from './money.ts';
import type { DecimalValue } from './money.ts';

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

function addTrade({ quantity, averagePrice }: Position, change: Decimal, price: Decimal): Position {
  const total = quantity.plus(change);
  if (quantity.isZero() || quantity.isPositive() === change.isPositive()) {
    const value = quantity.times(averagePrice).plus(change.times(price));
    return { quantity: total, averagePrice: value.div(total) };
  }
  const turned = !total.isZero() && total.isPositive() === change.isPositive();
  return { quantity: total, averagePrice: turned ? price : averagePrice };
}

/**
 * The open positions after the trades, in the order given. The average price is that of what was
 * added to the position; taking away from it does not change the average.
 */
export function positionsAfter(trades: readonly Trade[]): Map<string, Position> {
  const positions = new Map<string, Position>();
  const none = { quantity: new Decimal(0), averagePrice: new Decimal(0) };
  for (const trade of trades) {
    const before = positions.get(trade.symbol) ?? none;
    const after = addTrade(before, signedQuantity(trade), new Decimal(trade.price));
    if (after.quantity.isZero()) positions.delete(trade.symbol);
    else positions.set(trade.symbol, after);
  }
  return positions;
}
