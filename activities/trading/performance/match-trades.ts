import { Decimal } from '../../base/decimal.ts';
import { roundMoney } from '../rounding.ts';

/** A fill of an account. */
export type AccountFill = {
  orderId: string;
  /** Id of the entry that its order protects; null for other orders. */
  parentId: string | null;
  symbol: string;
  side: 'buy' | 'sell';
  quantity: Decimal;
  price: Decimal;
  fee: Decimal;
  /** Day of its bar, as `YYYY-MM-DD`. */
  day: string;
};

/** The borrow fee of a symbol for one day, `YYYY-MM-DD` in UTC. */
export type BorrowFee = { symbol: string; day: string; amount: Decimal };

/** A trade: the quantity that one order opened, until all of it is closed. */
export type Trade = {
  orderId: string;
  symbol: string;
  /** Open quantity (negative for a short), and its cost. */
  quantity: Decimal;
  cost: Decimal;
  /** Realized profit, before fees. */
  realized: Decimal;
  /** Fees of opening and closing. */
  fees: Decimal;
  /** Its share of the symbol's borrow fees. */
  borrowFees: Decimal;
};

type Lot = { trade: Trade; quantity: Decimal; price: Decimal };

const zero = new Decimal(0);

/** Unrealized profit, before fees. @param mark current price; not needed for a closed trade. */
export const unrealizedOf = ({ quantity, cost }: Trade, mark: Decimal = zero): Decimal =>
  quantity.times(mark).minus(cost);

/** The pro-rata share of an amount. The last part gets the rest, so that the shares add up exactly. */
const shareOf = (amount: Decimal, part: Decimal, whole: Decimal): Decimal =>
  part.eq(whole) ? amount : roundMoney(amount.times(part).div(whole));

/**
 * Matches fills to trades, lot by lot. A stop or target closes lots of its entry; any other order first closes lots
 * that the same owner opened, then the oldest (FIFO). The result belongs to the order that opened the lot, whoever
 * closes it. Shorts of a symbol that are open at the end of a day share its borrow fee by quantity; a fee without an
 * open short is left out. Only fees are divided, and the last part gets the rest, so sums are exact.
 * @param fills in order of booking.
 * @param borrowFees in order of booking.
 * @param isSameOwner whether two orders, given by id, have the same owner.
 */
export function matchTrades(
  fills: readonly AccountFill[],
  borrowFees: readonly BorrowFee[],
  isSameOwner: (one: string, other: string) => boolean,
): Trade[] {
  const trades = new Map<string, Trade>();
  const lotsOf = new Map<string, Lot[]>();
  const unpaid = Map.groupBy(borrowFees, ({ symbol }) => symbol);

  function tradeOf({ orderId, symbol }: AccountFill): Trade {
    const known = trades.get(orderId);
    if (known) return known;
    const none = { quantity: zero, cost: zero, realized: zero, fees: zero, borrowFees: zero };
    const trade = { orderId, symbol, ...none };
    trades.set(orderId, trade);
    return trade;
  }

  /** Open lots in the order in which a fill closes them. */
  function* inTurn({ orderId, parentId }: AccountFill, lots: readonly Lot[]): Generator<Lot> {
    const turns: ((opened: string) => boolean)[] = [
      (opened) => opened === parentId,
      (opened) => isSameOwner(opened, orderId),
      () => true,
    ];
    for (const isTheirs of turns) {
      for (const lot of lots) {
        if (!lot.quantity.isZero() && isTheirs(lot.trade.orderId)) yield lot;
      }
    }
  }

  function pay({ symbol, amount }: BorrowFee): void {
    const shorts = (lotsOf.get(symbol) ?? []).filter(({ quantity }) => quantity.lt(0));
    let whole = shorts.reduce((sum, { quantity }) => sum.plus(quantity), zero);
    let left = amount;
    for (const { trade, quantity } of shorts) {
      const share = shareOf(left, quantity, whole);
      trade.borrowFees = trade.borrowFees.plus(share);
      left = left.minus(share);
      whole = whole.minus(quantity);
    }
  }

  for (const fill of fills) {
    const due = unpaid.get(fill.symbol) ?? [];
    while (due[0] && due[0].day < fill.day) pay(due.shift()!);
    const lots = lotsOf.get(fill.symbol) ?? [];
    lotsOf.set(fill.symbol, lots);
    let rest = fill.side === 'buy' ? fill.quantity : fill.quantity.negated();
    let { fee } = fill;
    const charge = (trade: Trade, quantity: Decimal) => {
      const part = shareOf(fee, quantity, rest.abs());
      trade.fees = trade.fees.plus(part);
      fee = fee.minus(part);
    };
    // All open lots of a symbol are on the same side.
    const isClosing = lots[0] !== undefined && lots[0].quantity.isPositive() !== rest.isPositive();
    for (const lot of isClosing ? inTurn(fill, lots) : []) {
      const { trade } = lot;
      const quantity = Decimal.min(rest.abs(), lot.quantity.abs());
      const closed = lot.quantity.isPositive() ? quantity : quantity.negated();
      charge(trade, quantity);
      trade.realized = trade.realized.plus(fill.price.minus(lot.price).times(closed));
      trade.quantity = trade.quantity.minus(closed);
      trade.cost = trade.cost.minus(lot.price.times(closed));
      lot.quantity = lot.quantity.minus(closed);
      rest = rest.plus(closed);
      if (rest.isZero()) break;
    }
    if (isClosing) {
      lotsOf.set(
        fill.symbol,
        lots.filter(({ quantity }) => !quantity.isZero()),
      );
    }
    if (rest.isZero()) continue;
    const trade = tradeOf(fill);
    charge(trade, rest.abs());
    trade.quantity = trade.quantity.plus(rest);
    trade.cost = trade.cost.plus(rest.times(fill.price));
    lotsOf.get(fill.symbol)!.push({ trade, quantity: rest, price: fill.price });
  }
  for (const due of unpaid.values()) due.forEach(pay);
  return [...trades.values()];
}
