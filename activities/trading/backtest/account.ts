import type { BacktestTrade, ExitReason } from '../../../contracts/trading/backtest.ts';
import type { MatchedFill } from '../exchange/matching/matching.ts';
import { Decimal } from '../../base/decimal.ts';
import { roundMoney, roundPrice } from '../rounding.ts';
import type { Levels } from './sizing.ts';

export type Direction = 1 | -1;

/** A position that is open. */
export type Position = {
  direction: Direction;
  /** What is held; above 0 for short positions too. */
  quantity: Decimal;
  opened: Decimal;
  entryNotional: Decimal;
  /** What one unit cost, as a number: what conditions compare. */
  entryPrice: number;
  exitNotional: Decimal;
  fees: Decimal;
  entryTime: string;
  /** Bars that have closed with it. */
  bars: number;
  levels: Levels;
  /** Where the trailing stop stands now. */
  trailingStop: Decimal | null;
  /** Set once an exit was decided: it works until nothing is held. */
  exiting: ExitReason | null;
  /** Whether its stop price was reached, of which a part may be left to later bars. */
  triggered: boolean;
  /** Whether its orders have worked on an earlier bar. */
  resting: boolean;
};

export type Account = { cash: Decimal; position: Position | null; trades: BacktestTrade[] };

const zero = new Decimal(0);

/** What the account is worth at a price. */
export function equityAt({ cash, position }: Account, price: number): Decimal {
  if (!position) return cash;
  return cash.plus(position.quantity.times(price).times(position.direction));
}

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

/** Takes a fill off the position; where nothing is left, the trade is over. */
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

/** A trade as it is told. @param end.price what is still held is counted at it; left out, nothing is. */
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
