import type { BacktestReport, Figures, CurvePoint } from '../../../contracts/trading/backtest.ts';
import { barLengthMs } from '../market/days.ts';
import type { Bar } from '../market/market.ts';
import { shown } from '../statistics/numbers.ts';
import { periodsPerYear } from '../statistics/periods.ts';
import { bootstrap } from './bootstrap.ts';
import { conventions } from './metrics/conventions.ts';
import { curveOf, figuresOf, partsOf } from './parts.ts';
import { BacktestProblem } from './problem.ts';
import { randomEntries } from './random-entries.ts';
import type { BacktestRequest } from './request.ts';
import { createSignals } from './signals.ts';
import type { Signals } from './signals.ts';
import { simulate } from './simulate.ts';
import type { Simulation } from './simulate.ts';
import { drawdownsOf } from '../statistics/returns.ts';

/** With fewer closed trades, the report warns that their statistics are mostly chance. */
const fewTrades = 30;

/**
 * Runs a strategy over bars and reports its results, compared with buy and hold and with random entries.
 * @throws {BacktestProblem} if the request is invalid.
 */
export function runBacktest(request: BacktestRequest): BacktestReport {
  const { series, strategy, terms, seed } = request;
  const { bars, symbol, timeframe, source, asOf, notice } = series;
  if (strategy.shortEntry !== undefined && !terms.allowShort) {
    throw new BacktestProblem(
      'sells short, which is not allowed: set allowShort to true, or leave shortEntry out',
      'shortEntry',
    );
  }
  const signals = createSignals(strategy, bars, request.warmupBars ?? undefined);
  const market = { bars, lengthMs: barLengthMs[timeframe], terms };
  const simulation = simulate({ ...market, strategy, signals });
  const holding = simulate({
    ...market,
    strategy: { sizing: { kind: 'fraction', fraction: 1 } },
    signals: holdFrom(signals),
  });
  const perYear = periodsPerYear(series);
  const { trades, first } = simulation;
  const weighted = weighTrades(simulation, bars);
  return {
    symbol,
    timeframe,
    source,
    asOf,
    ...(notice !== undefined && { notice }),
    strategy,
    terms: { ...terms, exitsFrom: 'entry', warmupBars: first, periodsPerYear: perYear },
    from: bars[first]!.time,
    to: bars.at(-1)!.time,
    bars: bars.length - first - 1,
    warmupBars: first,
    metrics: shownFigures(figuresOf(simulation, bars, perYear)),
    conventions,
    buyAndHold: shownFigures(figuresOf(holding, bars, perYear)),
    randomEntries: randomEntries({
      bars,
      first,
      trades: weighted,
      terms,
      runs: request.randomRuns,
      seed,
    }),
    bootstrap: bootstrap(curveOf(simulation, bars, perYear), {
      runs: request.bootstrapRuns,
      seed,
    }),
    parts: partsOf(simulation, bars, perYear, request.division).map((part) => ({
      ...part,
      metrics: shownFigures(part.metrics),
    })),
    trades: request.maximumTrades === 0 ? [] : trades.slice(-request.maximumTrades),
    tradesLeftOut: Math.max(0, trades.length - request.maximumTrades),
    curve: sampleCurve(simulation, bars, request.maximumPoints),
    warnings: [...signals.warnings, ...warningsOf(simulation, bars)],
  };
}

/** Signals of buy and hold: enters on the first bar on which the strategy can, and never exits. */
const holdFrom = ({ first }: Signals): Signals => ({
  first,
  entry: () => true,
  exit: () => false,
  shortEntry: () => false,
  shortExit: () => false,
  atr: () => Number.NaN,
  warnings: [],
});

/** Adds to each trade its value at entry as a fraction of the equity before it. */
function weighTrades({ trades, equity, first }: Simulation, bars: readonly Bar[]) {
  const indexOf = new Map(bars.map(({ time }, index) => [time, index]));
  return trades.map((trade) => {
    const before = equity[indexOf.get(trade.entryTime)! - 1 - first]!;
    return { ...trade, weight: (trade.quantity * trade.entryPrice) / before };
  });
}

function shownFigures(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, shown(value)]));
}

function warningsOf(
  { trades, unfilled, partlyFilled, contradictions, equity }: Simulation,
  bars: readonly Bar[],
): string[] {
  const closed = trades.filter(({ exitTime }) => exitTime !== null).length;
  const warnings: [boolean, string][] = [
    [
      closed < fewTrades,
      `Closed trades: ${closed}. With fewer than ${fewTrades}, trade statistics are mostly chance.`,
    ],
    [
      bars.every(({ volume }) => volume === 0),
      'The bars have no volume. Fills are limited to a share of the volume, so nothing can fill.',
    ],
    [
      unfilled > 0,
      `${unfilled} entries were not filled: their bars had too little volume, or the cash did not cover one lot.`,
    ],
    [
      partlyFilled > 0,
      `${partlyFilled} of ${trades.length} entries were partly filled: a fill is at most a share of its bar's ` +
        'volume, and the rest was cancelled.',
    ],
    [
      contradictions > 0,
      `On ${contradictions} bars, entry and shortEntry were both true, so no position was opened.`,
    ],
    [
      trades.length > closed,
      'A position is still open at the end. It is valued at the last close and does not count as a trade.',
    ],
    [equity.some((worth) => worth <= 0), 'The account lost all of its equity and stopped trading.'],
  ];
  return warnings.flatMap(([applies, text]) => (applies ? [text] : []));
}

/** Evenly spaced points of the equity curve, including the first and the last bar. */
function sampleCurve(
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
