import type { BookedDay, BookedFill } from '../../../../db/trading/ledger.ts';
import { Decimal } from '../../../base/decimal.ts';
import { afterTrade, noPosition, signedQuantity } from '../positions.ts';
import type { Position } from '../positions.ts';
import { dayAfter } from '../../market/days.ts';

/** What an account's fills of one symbol have come to. */
export type SymbolStanding = {
  /** Before the recent fills. */
  base: Position;
  /** Its latest fills, of two days of its market at least, in the order of their booking. */
  recent: readonly BookedFill[];
  /** Now; of quantity zero where it is closed. */
  position: Position;
  /** Gained or lost with what was closed, without fees. */
  realized: Decimal;
};

/** What shorts of a symbol pay to borrow. */
export type Borrowing = {
  /** The first day, `YYYY-MM-DD` in UTC, that was not paid for. */
  from: string;
  /** What was paid for the latest days. */
  recent: readonly { day: string; amount: Decimal }[];
};

/** What an account has come to, up to the last of its fills and ledger entries that are counted. */
export type Standing = {
  /** Their sequences. */
  through: { fill: number; entry: number };
  cash: Decimal;
  deposited: Decimal;
  realized: Decimal;
  fees: Decimal;
  borrowFees: Decimal;
  symbols: ReadonlyMap<string, SymbolStanding>;
  /** Of what was traded since shorts pay. */
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

/** Longer than any day and the bar before it. */
const recentMs = 48 * 3_600_000;

const bookedChange = (position: Position, fill: BookedFill) =>
  afterTrade(position, signedQuantity(fill), new Decimal(fill.price));

/** Fills that are too old to be of the day of the newest one become a part of what was before. */
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

/** The standing after further fills, in the order of their booking; what was before stays as it is. */
export function afterFills(before: Standing, fills: readonly BookedFill[]): Standing {
  if (fills.length === 0) return before;
  const symbols = new Map(before.symbols);
  const recent = new Map<string, BookedFill[]>();
  let { realized, fees } = before;
  for (const fill of fills) {
    const { symbol } = fill;
    const of = symbols.get(symbol) ?? nothing;
    const change = bookedChange(of.position, fill);
    // A position that is opened anew comes after those that are open.
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

/** More than end within any day of any time zone. */
const recentDays = 3;

/** The standing after further trades and days that shorts have paid for, in the order of their booking. */
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
