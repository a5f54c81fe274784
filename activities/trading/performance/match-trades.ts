import { Decimal } from '../../base/decimal.ts';
import { roundMoney } from '../rounding.ts';

/** A fill of an account, in the order of booking. */
export type AccountFill = {
  orderId: string;
  /** The entry that its order protects. */
  parentId: string | null;
  symbol: string;
  side: 'buy' | 'sell';
  quantity: Decimal;
  price: Decimal;
  fee: Decimal;
  /** The day of its bar, as `YYYY-MM-DD`. */
  day: string;
};

/** What the shorts of a symbol paid for a day, `YYYY-MM-DD` in UTC. */
export type BorrowFee = { symbol: string; day: string; amount: Decimal };

/** What one order opened, until all of it is closed. */
export type Trade = {
  orderId: string;
  symbol: string;
  /** What is open of it, below zero for a short, and what that cost. */
  quantity: Decimal;
  cost: Decimal;
  /** Gained or lost with what was closed, before fees. */
  realized: Decimal;
  /** Of opening and closing. */
  fees: Decimal;
  /** Its share of what the shorts of its symbol paid. */
  borrowFees: Decimal;
};

type Lot = { trade: Trade; quantity: Decimal; price: Decimal };

const zero = new Decimal(0);

/** Gained or lost with what is open, before fees. @param mark the price of now; of what is closed, any. */
export const unrealizedOf = ({ quantity, cost }: Trade, mark: Decimal = zero): Decimal =>
  quantity.times(mark).minus(cost);

/** The share of an amount that goes to a part of a quantity: all that is left of it where that is the last part. */
const shareOf = (amount: Decimal, part: Decimal, whole: Decimal): Decimal =>
  part.eq(whole) ? amount : roundMoney(amount.times(part).div(whole));

/**
 * The trades of an account. What closes a position closes lots: a stop or a target those of its entry, any other order
 * first what the same owner opened, and then the oldest. A result belongs to the order that opened, whoever closed.
 * The shorts of a symbol that are open at the end of a day share its borrow fee by quantity; one that finds none is left out.
 * Nothing is divided but fees, of which the last part is what is left, so that sums are exact.
 * @param borrowFees in the order of their booking.
 * @param isSameOwner whether two orders, by their ids, belong to one owner.
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

  /** The lots in the order in which an order closes them. */
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
    // All lots of a symbol are on one side.
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
