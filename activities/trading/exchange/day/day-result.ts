import { ToolError } from '../../../tool-kit/tool.ts';
import { Decimal } from '../../../base/decimal.ts';
import { signedQuantity } from '../positions.ts';
import type { Standing } from '../standing/standing.ts';
import type { Openings } from './openings.ts';
import { borrowFeesOfDay, fillsOfDay, positionAtStart } from './split-day.ts';

/**
 * What the day has come to, as brokers count it: the equity of now less that with which the day began, deposits aside.
 * Of each symbol that is what is held, at the price of now, less what was held when the day began, at the last price
 * before it, less what the day's fills cost, with their fees, and what shorts paid. What a position gained or lost on earlier days is no part
 * of it.
 * @param prices of all that is held now.
 * @throws {ToolError} retryable, when something was bought since the openings were read.
 */
export function dayResult(
  { symbols, borrowing }: Pick<Standing, 'symbols' | 'borrowing'>,
  openings: Openings,
  prices: ReadonlyMap<string, Decimal>,
): Decimal {
  const { timeZone } = openings;
  return [...symbols].reduce((result, [symbol, of]) => {
    const { position } = of;
    const opening = openings.symbols.get(symbol);
    const price = position.quantity.isZero() ? new Decimal(0) : prices.get(symbol);
    if (!opening && position.quantity.isZero()) return result;
    if (!opening || !price) {
      throw new ToolError(`The account traded ${symbol} in the meantime. Try again`, {
        retryable: true,
      });
    }
    const before = positionAtStart(of, timeZone, opening.day).quantity.times(opening.price);
    const paid = fillsOfDay(of, timeZone, opening.day).reduce(
      (sum, fill) => sum.plus(signedQuantity(fill).times(fill.price)).plus(fill.fee),
      new Decimal(0),
    );
    const borrowed = borrowFeesOfDay(borrowing.get(symbol), timeZone, opening.day);
    return result.plus(position.quantity.times(price)).minus(before).minus(paid).minus(borrowed);
  }, new Decimal(0));
}
