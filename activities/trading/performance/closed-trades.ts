import type { PerformanceView } from '../../../contracts/trading/api/performance.ts';
import { Decimal } from '../../base/decimal.ts';
import { ratio } from '../statistics/numbers.ts';
import { roundMoney } from '../rounding.ts';
import type { Trade } from './match-trades.ts';

/** Statistics of closed trades, after fees and borrow fees. */
export function closedTrades(trades: readonly Trade[]): PerformanceView['trades'] {
  const results = trades
    .filter(({ quantity }) => quantity.isZero())
    .map(({ realized, fees, borrowFees }) => realized.minus(fees).minus(borrowFees));
  const sumOf = (values: readonly Decimal[]) =>
    values.reduce((sum, value) => sum.plus(value), new Decimal(0));
  const won = results.filter((pnl) => pnl.gt(0));
  const lost = results.filter((pnl) => pnl.lt(0));
  const hasAny = results.length > 0;
  return {
    closed: results.length,
    open: trades.length - results.length,
    winRate: ratio(won.length, results.length),
    profitFactor: ratio(sumOf(won).toNumber(), sumOf(lost).negated().toNumber()),
    averagePnl: hasAny ? roundMoney(sumOf(results).div(results.length)).toFixed() : null,
    best: hasAny ? Decimal.max(...results).toFixed() : null,
    worst: hasAny ? Decimal.min(...results).toFixed() : null,
  };
}
