import type { BookedFill } from '../../../../../db/trading/ledger.ts';

let sequence = 0;

/** A fill with a fee of 1, booked after all that were made before. */
export function bookedFill(
  side: 'buy' | 'sell',
  quantity: number,
  price: number,
  asOf: string,
  symbol = 'ABC',
): BookedFill {
  sequence += 1;
  return {
    sequence,
    symbol,
    side,
    quantity: String(quantity),
    price: String(price),
    fee: '1',
    asOf,
    barTime: asOf,
    at: new Date(),
  };
}
