import { ToolError } from '../../../tool-kit/tool.ts';
import { Decimal } from '../../../base/decimal.ts';
import { signedQuantity } from '../positions.ts';
import type { Standing } from '../standing/standing.ts';
import type { Openings } from './openings.ts';
import { borrowFeesOfDay, fillsOfDay, positionAtStart } from './split-day.ts';

/**
 * The result of the day, as brokers compute it: the change in equity since the day began, without deposits. For each
 * symbol: position × current price − opening position × opening price − cost of the day's fills with fees − borrow
 * fees. Gains and losses of earlier days are not included.
 * @param prices current prices of all positions.
 * @throws {ToolError} retryable, if a symbol was traded after the openings were read.
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
