import type { BookedDay, BookedFill } from '../../../../db/trading/ledger.ts';
import { Decimal } from '../../../base/decimal.ts';
import { afterTrade, noPosition, signedQuantity } from '../positions.ts';
import type { Position } from '../positions.ts';
import { dayAfter } from '../../market/days.ts';

/** The totals of an account's fills of one symbol. */
export type SymbolStanding = {
  /** The position before the recent fills. */
  base: Position;
  /** Its latest fills, covering at least 48 hours of its market, in the order of booking. */
  recent: readonly BookedFill[];
  /** The current position; its quantity is 0 once closed. */
  position: Position;
  /** Realized profit, before fees. */
  realized: Decimal;
};

/** Borrow fees of a symbol. */
export type Borrowing = {
  /** The first day that is not paid for, as `YYYY-MM-DD` in UTC. */
  from: string;
  /** Fees of the latest paid days. */
  recent: readonly { day: string; amount: Decimal }[];
};

/** The totals of an account, up to its last counted fill and ledger entry. Amounts are in the account's currency. */
export type Standing = {
  /** Sequence numbers of the last counted fill and ledger entry. */
  through: { fill: number; entry: number };
  cash: Decimal;
  deposited: Decimal;
  realized: Decimal;
  fees: Decimal;
  borrowFees: Decimal;
  symbols: ReadonlyMap<string, SymbolStanding>;
  /** Symbols traded since borrow fees were introduced. */
  borrowing: ReadonlyMap<string, Borrowing>;
};

const zero = new Decimal(0);
const nothing: SymbolStanding = {
  base: noPosition,
  recent: [],
  position: noPosition,
  realized: zero,
};

export const emptyStanding: Standing = {
  through: { fill: 0, entry: 0 },
  cash: zero,
  deposited: zero,
  realized: zero,
  fees: zero,
  borrowFees: zero,
  symbols: new Map(),
  borrowing: new Map(),
};

/** Longer than a day plus one bar. */
const recentMs = 48 * 3_600_000;

const bookedChange = (position: Position, fill: BookedFill) =>
  afterTrade(position, signedQuantity(fill), new Decimal(fill.price));

/** Moves fills that are too old to belong to the current day into the base position. */
function settleOld({ base, recent, ...rest }: SymbolStanding): SymbolStanding {
  const newest = Date.parse(recent.at(-1)?.asOf ?? '');
  const isOld = ({ asOf }: BookedFill) => !(Math.abs(newest - Date.parse(asOf)) <= recentMs);
  const kept = recent.findIndex((fill) => !isOld(fill));
  const old = recent.slice(0, kept === -1 ? recent.length : kept);
  return {
    ...rest,
    base: old.reduce((position, fill) => bookedChange(position, fill).position, base),
    recent: recent.slice(old.length),
  };
}

/** The totals after further fills, in the order of booking. Does not modify `before`. */
export function afterFills(before: Standing, fills: readonly BookedFill[]): Standing {
  if (fills.length === 0) return before;
  const symbols = new Map(before.symbols);
  const recent = new Map<string, BookedFill[]>();
  let { realized, fees } = before;
  for (const fill of fills) {
    const { symbol } = fill;
    const of = symbols.get(symbol) ?? nothing;
    const change = bookedChange(of.position, fill);
    // A reopened position comes after those that are open.
    if (of.position.quantity.isZero()) symbols.delete(symbol);
    const gained = of.realized.plus(change.realized);
    symbols.set(symbol, { ...of, position: change.position, realized: gained });
    const added = recent.get(symbol);
    if (added) added.push(fill);
    else recent.set(symbol, [...of.recent, fill]);
    realized = realized.plus(change.realized);
    fees = fees.plus(fill.fee);
  }
  for (const [symbol, latest] of recent) {
    symbols.set(symbol, settleOld({ ...symbols.get(symbol)!, recent: latest }));
  }
  const through = { ...before.through, fill: fills.at(-1)!.sequence };
  return { ...before, through, realized, fees, symbols };
}

/** More than the number of UTC days that can end within one day of any time zone. */
const recentDays = 3;

/** The totals after further trades and paid borrow days, in the order of booking. */
export function afterBookedDays(before: Standing, booked: readonly BookedDay[]): Standing {
  if (booked.length === 0) return before;
  const borrowing = new Map(before.borrowing);
  let { borrowFees } = before;
  for (const { kind, symbol, day, amount } of booked) {
    const { from, recent } = borrowing.get(symbol) ?? { from: day, recent: [] };
    if (kind === 'borrow') {
      const paid = new Decimal(amount).negated();
      borrowFees = borrowFees.plus(paid);
      const latest = [...recent, { day, amount: paid }].slice(-recentDays);
      borrowing.set(symbol, { from: dayAfter(day), recent: latest });
    } else borrowing.set(symbol, { from: day > from ? day : from, recent });
  }
  return { ...before, borrowFees, borrowing };
}

/** The open positions. */
export function openPositions({ symbols }: Standing): Map<string, Position> {
  return new Map(
    [...symbols].flatMap(([symbol, { position }]) =>
      position.quantity.isZero() ? [] : [[symbol, position]],
    ),
  );
}
