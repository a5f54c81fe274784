import type { BookedFill } from '../../../../db/trading/ledger.ts';
import { Decimal } from '../../../base/decimal.ts';
import { afterTrade, signedQuantity } from '../positions.ts';
import type { Position } from '../positions.ts';
import type { Borrowing, SymbolStanding } from '../standing/standing.ts';
import { dayAfter } from '../../market/days.ts';
import { dayOfEnd } from './days.ts';

/** A fill belongs to the day on which its bar ended. A fill without a known bar belongs to an earlier day. */
const isOf =
  (timeZone: string, day: string) =>
  ({ asOf }: BookedFill): boolean =>
    asOf !== '' && dayOfEnd(timeZone, asOf) === day;

/** The fills of a day, in the order of booking. */
export function fillsOfDay(
  { recent }: SymbolStanding,
  timeZone: string,
  day: string,
): BookedFill[] {
  return recent.filter(isOf(timeZone, day));
}

/** The position at the start of a day. */
export function positionAtStart(
  { base, recent }: SymbolStanding,
  timeZone: string,
  day: string,
): Position {
  const isToday = isOf(timeZone, day);
  return recent
    .filter((fill) => !isToday(fill))
    .reduce(
      (position, fill) =>
        afterTrade(position, signedQuantity(fill), new Decimal(fill.price)).position,
      base,
    );
}

/** The borrow fees of a symbol for the UTC days that ended within a day of a time zone. */
export function borrowFeesOfDay(
  borrowing: Borrowing | undefined,
  timeZone: string,
  day: string,
): Decimal {
  return (borrowing?.recent ?? [])
    .filter((paid) => dayOfEnd(timeZone, dayAfter(paid.day)) === day)
    .reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
}
