import type { BacktestTrade, ExitReason } from '../../../contracts/trading/backtest.ts';
import type { MatchedFill } from '../exchange/matching/matching.ts';
import { Decimal } from '../../base/decimal.ts';
import { roundMoney, roundPrice } from '../rounding.ts';
import type { Levels } from './sizing.ts';

/** 1 for long, −1 for short. */
export type Direction = 1 | -1;

/** An open position. Amounts are in the currency of the account. */
export type Position = {
  direction: Direction;
  /** Units still held; positive for short positions too. */
  quantity: Decimal;
  opened: Decimal;
  entryNotional: Decimal;
  /** Price per unit at entry, as a number for conditions. */
  entryPrice: number;
  exitNotional: Decimal;
  fees: Decimal;
  entryTime: string;
  /** Bars that closed while it was open. */
  bars: number;
  levels: Levels;
  /** Current stop price of the trailing stop. */
  trailingStop: Decimal | null;
  /** Set once an exit is decided; the exit order works until nothing is held. */
  exiting: ExitReason | null;
  /** Whether its stop was triggered. The rest of a partly filled stop fills on later bars. */
  triggered: boolean;
  /** Whether its exit orders were already open on an earlier bar. */
  resting: boolean;
};

/** The account of a backtest: cash, the open position, and closed trades. */
export type Account = { cash: Decimal; position: Position | null; trades: BacktestTrade[] };

const zero = new Decimal(0);

/** Equity: cash plus the position at a price. */
export function equityAt({ cash, position }: Account, price: number): Decimal {
  if (!position) return cash;
  return cash.plus(position.quantity.times(price).times(position.direction));
}

/** Opens a position with a fill, which it pays from the cash. */
export function openPosition(
  account: Account,
  entry: { direction: Direction; fill: MatchedFill; time: string; levels: Levels },
): Position {
  const { direction, fill, time, levels } = entry;
  account.cash = account.cash.minus(fill.notional.times(direction)).minus(fill.fee);
  account.position = {
    direction,
    quantity: fill.quantity,
    opened: fill.quantity,
    entryNotional: fill.notional,
    entryPrice: fill.price.toNumber(),
    exitNotional: zero,
    fees: fill.fee,
    entryTime: time,
    bars: 0,
    levels,
    trailingStop: levels.trailing && fill.price.minus(levels.trailing.times(direction)),
    exiting: null,
    triggered: false,
    resting: false,
  };
  return account.position;
}

/** Closes part of the position with a fill. Once nothing is left, the trade is recorded as closed. */
export function closePart(
  account: Account,
  exit: { fill: MatchedFill; time: string; reason: ExitReason },
): void {
  const { position } = account;
  if (!position) return;
  const { fill, time, reason } = exit;
  account.cash = account.cash.plus(fill.notional.times(position.direction)).minus(fill.fee);
  position.quantity = position.quantity.minus(fill.quantity);
  position.exitNotional = position.exitNotional.plus(fill.notional);
  position.fees = position.fees.plus(fill.fee);
  if (position.quantity.gt(0)) return;
  account.trades.push(tradeOf(position, { time, reason }));
  account.position = null;
}

/**
 * A trade as the report shows it.
 * @param end of an open position, the price at which the rest is valued.
 */
export function tradeOf(
  position: Position,
  end: { time: string; reason: ExitReason } | { price: number },
): BacktestTrade {
  const { direction, opened, quantity, entryNotional, exitNotional, fees } = position;
  const isOpen = 'price' in end;
  const worth = isOpen ? exitNotional.plus(quantity.times(end.price)) : exitNotional;
  const pnl = roundMoney(worth.minus(entryNotional).times(direction).minus(fees));
  return {
    side: direction === 1 ? 'long' : 'short',
    quantity: opened.toNumber(),
    entryTime: position.entryTime,
    entryPrice: roundPrice(entryNotional.div(opened)).toNumber(),
    exitTime: isOpen ? null : end.time,
    exitPrice: isOpen ? null : roundPrice(exitNotional.div(opened)).toNumber(),
    exitReason: isOpen ? null : end.reason,
    bars: position.bars,
    fees: fees.toNumber(),
    pnl: pnl.toNumber(),
    return: pnl.div(entryNotional).toNumber(),
  };
}
