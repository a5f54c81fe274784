import type {
  BacktestReport,
  BacktestTrade,
  Figures,
} from '../../../contracts/trading/backtest.ts';
import type { Bar } from '../market/market.ts';
import { curveMetrics } from './metrics/curve-metrics.ts';
import type { Curve } from './metrics/curve-metrics.ts';
import { mean, ratio } from '../statistics/numbers.ts';
import type { Division } from './request.ts';
import type { Simulation } from './simulate.ts';
import { Decimal } from '../../base/decimal.ts';

const dayMs = 86_400_000;

/** Part of a simulation, as indices into its equity. The equity at `from` is what the part starts with. */
type Stretch = { from: number; to: number };

/** The equity curve of a part; by default, of the whole simulation. */
export function curveOf(
  simulation: Simulation,
  bars: readonly Bar[],
  periodsPerYear: number,
  { from, to }: Stretch = { from: 0, to: simulation.equity.length - 1 },
): Curve {
  const timeOf = (index: number) => Date.parse(bars[simulation.first + index]!.time);
  return {
    equity: simulation.equity.slice(from, to + 1),
    days: (timeOf(to) - timeOf(from)) / dayMs,
    periodsPerYear,
  };
}

/** All figures of a part. A trade belongs to the part in which it was entered. */
export function figuresOf(
  simulation: Simulation,
  bars: readonly Bar[],
  periodsPerYear: number,
  stretch: Stretch = { from: 0, to: simulation.equity.length - 1 },
): Figures {
  const { first, trades, inPosition } = simulation;
  const [from, to] = [stretch.from, stretch.to].map((index) => bars[first + index]!.time);
  const isWithin = ({ entryTime }: BacktestTrade) => entryTime > from! && entryTime <= to!;
  return {
    ...curveMetrics(curveOf(simulation, bars, periodsPerYear, stretch)),
    // The first bar only decides, so no position is possible yet.
    exposure: mean(inPosition.subarray(stretch.from + 1, stretch.to + 1)),
    ...tradeMetrics(trades.filter(isWithin)),
  };
}

/** The figures of each fold, or of the in-sample and out-of-sample part; empty if the backtest is not divided. */
export function partsOf(
  simulation: Simulation,
  bars: readonly Bar[],
  periodsPerYear: number,
  division: Division | null,
): BacktestReport['parts'] {
  if (!division) return [];
  const last = simulation.equity.length - 1;
  const cuts =
    'folds' in division
      ? Array.from({ length: division.folds + 1 }, (_, fold) =>
          Math.round((last * fold) / division.folds),
        )
      : [0, Math.round(last * (1 - division.outOfSample)), last];
  return cuts.slice(1).flatMap((to, part) => {
    const from = cuts[part]!;
    if (to <= from) return [];
    const timeOf = (index: number) => bars[simulation.first + index]!.time;
    return [
      {
        name: 'folds' in division ? `fold ${part + 1}` : part === 0 ? 'in-sample' : 'out-of-sample',
        from: timeOf(from),
        to: timeOf(to),
        bars: to - from,
        metrics: figuresOf(simulation, bars, periodsPerYear, { from, to }),
      },
    ];
  });
}

/** Figures of trades, by the formulas in `conventions.ts`; only the fees include open trades. */
function tradeMetrics(all: readonly BacktestTrade[]): Figures {
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
