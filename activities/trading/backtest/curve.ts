import type { CurvePoint } from '../../../contracts/trading/backtest.ts';
import { drawdownsOf } from '../statistics/returns.ts';
import { shown } from '../statistics/numbers.ts';
import type { Bar } from '../market/market.ts';
import type { Simulation } from './simulate.ts';

/** Points of the equity curve at even distances, the first and the last bar among them. */
export function sampleCurve(
  { equity, first }: Simulation,
  bars: readonly Bar[],
  maximumPoints: number,
): CurvePoint[] {
  const drawdowns = drawdownsOf(equity);
  const last = equity.length - 1;
  const count = Math.min(maximumPoints, equity.length);
  return Array.from({ length: count }, (_, point) => {
    const index = count === 1 ? last : Math.round((last * point) / (count - 1));
    return {
      time: bars[first + index]!.time,
      equity: shown(equity[index]!),
      drawdown: shown(drawdowns[index]!),
    };
  });
}
