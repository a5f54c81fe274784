import type { BacktestTrade } from '../../../contracts/trading/backtest.ts';
import type { Strategy } from '../../../contracts/trading/strategy.ts';
import { matchBar } from '../exchange/matching/match-bar.ts';
import type { MatchedFill, WorkingOrder } from '../exchange/matching/matching.ts';
import { reach } from '../exchange/matching/offers.ts';
import { slippageOf } from '../exchange/matching/slippage.ts';
import { Decimal } from '../../base/decimal.ts';
import type { Bar } from '../market/market.ts';
import { closePart, equityAt, openPosition, tradeOf } from './account.ts';
import type { Account, Direction } from './account.ts';
import { exitOrders, trail } from './exit-orders.ts';
import type { Signals } from './signals.ts';
import { levelsOf, nearer, quantityOf } from './sizing.ts';
import type { BacktestTerms } from './terms.ts';

const zero = new Decimal(0);

/** A decision at the close of a bar. */
export type Decision = 'long' | 'short' | 'exit';

/** The result of a simulation. */
export type Simulation = {
  /** Index of the bar of the first decision; `equity` and `inPosition` start there. */
  first: number;
  /** Equity at the close of each bar from `first` on. */
  equity: number[];
  /** 1 for each of these bars that closed with a position, else 0. */
  inPosition: Uint8Array;
  /** The closed trades, then the open one, if any. */
  trades: BacktestTrade[];
  /** Decisions by index of the bar. */
  decisions: Map<number, Decision>;
  /** Entries without a fill: too little cash or volume. */
  unfilled: number;
  /** Entries that the volume of their bar filled only in part. */
  partlyFilled: number;
  /** Bars on which both entry and shortEntry were true, so neither was taken. */
  contradictions: number;
};

/**
 * Simulates a strategy over bars. A decision at the close of a bar fills at the open of the next, by the matching of
 * the paper exchange. Stops and targets work from that open on, since the range of the bar comes after it. An entry is
 * sized at its fill price; what its bar cannot fill is cancelled. An exit works until nothing is held.
 */
export function simulate(options: {
  bars: readonly Bar[];
  lengthMs: number;
  strategy: Pick<Strategy, 'sizing' | 'stop' | 'trailing' | 'target'>;
  signals: Signals;
  terms: BacktestTerms;
}): Simulation {
  const { bars, lengthMs, strategy, signals, terms } = options;
  const { first } = signals;
  const lot = new Decimal(terms.lot);
  const account: Account = { cash: new Decimal(terms.cash), position: null, trades: [] };
  const decisions = new Map<number, Decision>();
  const equity: number[] = [];
  const inPosition = new Uint8Array(bars.length - first);
  let [unfilled, partlyFilled, contradictions] = [0, 0, 0];
  let isRuined = false;
  let entering: Direction | null = null;
  let mark = markOf(account);

  for (let index = first; index < bars.length; index += 1) {
    const bar = bars[index]!;
    const used = account.position ? exitOn(bar, zero) : zero;
    // A reversal enters only once the old position is closed.
    if (entering && account.position) unfilled += 1;
    else if (entering) {
      const bought = enterOn(bar, index - 1, entering, used);
      if (account.position) exitOn(bar, used.plus(bought));
    }
    entering = null;
    const { position } = account;
    if (position) {
      position.bars += 1;
      inPosition[index - first] = 1;
      trail(position, bar.close);
    }
    const worth = mark.cash + mark.quantity * bar.close;
    equity.push(worth);
    if (worth <= 0) isRuined = true;
    decide(index, bar);
  }
  const last = bars.at(-1)!;
  const open = account.position ? [tradeOf(account.position, { price: last.close })] : [];
  return {
    first,
    equity,
    inPosition,
    trades: [...account.trades, ...open],
    decisions,
    unfilled,
    partlyFilled,
    contradictions,
  };

  /** Fills the exit orders with the bar's remaining volume. @returns the volume used. */
  function exitOn(bar: Bar, taken: Decimal): Decimal {
    const working = exitOrders(account.position!);
    if (working.length === 0) return zero;
    const targetFirst = terms.sameBarExit === 'target';
    const reasons = new Map(working.map(({ order, reason }) => [order.id, reason]));
    const orders = working.map(({ order }) => order);
    let used = zero;
    for (const event of matchBar({
      bar,
      lengthMs,
      orders,
      terms,
      lot,
      used: taken,
      targetFirst,
    })) {
      if (event.kind === 'triggered') account.position!.triggered = true;
      if (event.kind !== 'filled') continue;
      used = used.plus(event.fill.quantity);
      closePart(account, { fill: event.fill, time: bar.time, reason: reasons.get(event.orderId)! });
    }
    if (account.position) account.position.resting = true;
    if (used.gt(0)) mark = markOf(account);
    return used;
  }

  /** Opens a position with the bar's remaining volume. @returns the volume used. */
  function enterOn(bar: Bar, decidedAt: number, direction: Direction, used: Decimal): Decimal {
    const id = `entry ${bars[decidedAt]!.time}`;
    const side = direction === 1 ? 'buy' : 'sell';
    const common = { id, side, type: 'market', timeInForce: 'ioc' } as const;
    const state = { triggered: false, resting: false, reduces: false };
    const prices = {
      open: new Decimal(bar.open),
      high: new Decimal(bar.high),
      low: new Decimal(bar.low),
      close: new Decimal(bar.close),
    };
    const { price } = reach(
      { ...common, ...state },
      prices,
      slippageOf(terms, id, bar.time),
    ).offer!;
    const atr = (period: number) => signals.atr(period, decidedAt);
    const levels = levelsOf(strategy, price, direction, atr);
    const riskPerUnit = nearer(levels.stop && price.minus(levels.stop).abs(), levels.trailing);
    const remaining = quantityOf(strategy.sizing, {
      equity: equityAt(account, bar.open),
      cash: account.cash,
      price,
      riskPerUnit,
      feeBasisPoints: terms.takerFeeBasisPoints,
      lot,
    });
    const fill = remaining.gt(0) ? fillOf({ ...common, ...state, remaining }) : undefined;
    if (!fill) {
      unfilled += 1;
      return zero;
    }
    if (fill.quantity.lt(remaining)) partlyFilled += 1;
    openPosition(account, { direction, fill, time: bar.time, levels });
    mark = markOf(account);
    return fill.quantity;

    function fillOf(order: WorkingOrder): MatchedFill | undefined {
      for (const event of matchBar({ bar, lengthMs, orders: [order], terms, lot, used })) {
        if (event.kind === 'filled') return event.fill;
      }
      return undefined;
    }
  }

  function decide(index: number, bar: Bar): void {
    const { position } = account;
    if (position?.exiting) return;
    if (isRuined) {
      if (position) position.exiting = 'ruin';
      return;
    }
    const wanted = entryAt(index);
    if (!position) {
      if (wanted) begin(index, wanted);
      return;
    }
    if (wanted === -position.direction) {
      position.exiting = 'reversal';
      begin(index, wanted);
      return;
    }
    const held = { barsHeld: position.bars, profit: profitAt(bar.close) };
    const ask = position.direction === 1 ? signals.exit : signals.shortExit;
    if (!ask(index, held)) return;
    position.exiting = 'signal';
    decisions.set(index, 'exit');
  }

  function begin(index: number, direction: Direction): void {
    entering = direction;
    decisions.set(index, direction === 1 ? 'long' : 'short');
  }

  function entryAt(index: number): Direction | null {
    const [long, short] = [signals.entry(index), signals.shortEntry(index)];
    if (long && short) contradictions += 1;
    if (long === short) return null;
    return long ? 1 : -1;
  }

  function profitAt(close: number): number {
    const { direction, entryPrice } = account.position!;
    return (close / entryPrice - 1) * direction;
  }
}

/** Cash and quantity as numbers, to value the equity curve between fills. The account itself is in exact decimals. */
function markOf({ cash, position }: Account): { cash: number; quantity: number } {
  const quantity = position ? position.quantity.times(position.direction).toNumber() : 0;
  return { cash: cash.toNumber(), quantity };
}
