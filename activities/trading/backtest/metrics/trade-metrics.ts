import type { BacktestTrade, Figures } from '../../../../contracts/trading/backtest.ts';
import { mean, ratio } from '../../statistics/numbers.ts';
import { Decimal } from '../../../base/decimal.ts';

/** Figures of closed trades, in money; how each is computed is in `conventions.ts`. */
export function tradeMetrics(all: readonly BacktestTrade[]): Figures {
  const trades = all.filter(({ exitTime }) => exitTime !== null);
  const total = (some: readonly BacktestTrade[]) =>
    some.reduce((money, { pnl }) => money.plus(pnl), new Decimal(0)).toNumber();
  const winners = trades.filter(({ pnl }) => pnl > 0);
  const losers = trades.filter(({ pnl }) => pnl < 0);
  const returns = trades.map((trade) => trade.return);
  return {
    trades: trades.length,
    winRate: ratio(winners.length, trades.length),
    profitFactor: ratio(total(winners), -total(losers)),
    averageTrade: mean(returns),
    bestTrade: returns.length === 0 ? null : Math.max(...returns),
    worstTrade: returns.length === 0 ? null : Math.min(...returns),
    expectancy: ratio(total(trades), trades.length),
    averageBars: mean(trades.map(({ bars }) => bars)),
    fees: all.reduce((money, { fees }) => money.plus(fees), new Decimal(0)).toNumber(),
  };
}
