import { z } from 'zod';
import { sameBarExits } from '../../../../contracts/trading/backtest.ts';
import { checkStrategy, strategyFields } from '../../../../contracts/trading/strategy.ts';
import { BacktestProblem } from '../../backtest/problem.ts';
import type { BacktestRequest } from '../../backtest/request.ts';
import { defaultBacktestTerms } from '../../backtest/terms.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { wrongArguments } from '../../../tools/steps/validation.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { barsFields, barsOf } from '../bars-fields.ts';

const basisPoints = (of: string, usual: number) =>
  z
    .number()
    .min(0)
    .max(1_000)
    .default(usual)
    .describe(`${of}, in basis points. Default: as in the paper account`);

const termsFields = {
  cash: z
    .number()
    .positive()
    .max(1e12)
    .default(defaultBacktestTerms.cash)
    .describe('Cash at the start'),
  takerFeeBasisPoints: basisPoints(
    'Fee of market orders and stops',
    defaultBacktestTerms.takerFeeBasisPoints,
  ),
  makerFeeBasisPoints: basisPoints(
    'Fee of targets that rest in the book (maker)',
    defaultBacktestTerms.makerFeeBasisPoints,
  ),
  slippageBasisPoints: basisPoints(
    'Slippage of market orders and stops',
    defaultBacktestTerms.slippageBasisPoints,
  ),
  volumeShare: z
    .number()
    .positive()
    .max(1)
    .default(defaultBacktestTerms.volumeShare)
    .describe("Maximum share of a bar's volume that can fill"),
  lot: z
    .number()
    .positive()
    .default(defaultBacktestTerms.lot)
    .describe('The lot size: quantities are whole multiples of it'),
  allowShort: z.boolean().default(false).describe('Whether shortEntry may sell short'),
  sameBarExit: z
    .enum(sameBarExits)
    .default(defaultBacktestTerms.sameBarExit)
    .describe('Whether the stop or the target closes a position when one bar reaches both'),
};

const reportFields = {
  warmupBars: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Bars at the start without trades. Default: as many as the indicators need'),
  outOfSample: z
    .number()
    .min(0.05)
    .max(0.9)
    .optional()
    .describe('Share of the bars, at the end, to report separately'),
  folds: z
    .number()
    .int()
    .min(2)
    .max(24)
    .optional()
    .describe('Number of equal, consecutive parts to report separately. Not with outOfSample'),
  seed: z.string().min(1).max(100).default('baton').describe('The random seed'),
  randomRuns: z
    .number()
    .int()
    .min(0)
    .max(2_000)
    .default(500)
    .describe('Number of runs with random entries; 0 for none'),
  bootstrapRuns: z
    .number()
    .int()
    .min(0)
    .max(2_000)
    .default(500)
    .describe('Number of resamples for the intervals; 0 for none'),
  maximumTrades: z
    .number()
    .int()
    .min(0)
    .max(5_000)
    .default(50)
    .describe('Number of newest trades to return'),
  maximumPoints: z
    .number()
    .int()
    .min(2)
    .max(20_000)
    .default(100)
    .describe('Number of points of the equity curve'),
};

const schema = z
  .strictObject({ ...barsFields, ...strategyFields, ...termsFields, ...reportFields })
  .superRefine((args, context) => {
    checkStrategy(args, context);
    if (args.outOfSample !== undefined && args.folds !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['folds'],
        message: 'give either folds or outOfSample',
      });
    }
  });
type Args = z.output<typeof schema>;

const name = 'run_backtest';

export const runBacktest = defineTool({
  name,
  description:
    'Backtests a strategy on past bars. It decides on the close of a bar and fills at the open of the next, ' +
    'with the fees and slippage of the paper account. The report has return, Sharpe ratio, drawdown and more, ' +
    'with their conventions, compared with buy and hold and with random entries, and the trades and the equity ' +
    'curve. Conditions are CEL expressions over open high low close volume, sma20 ema20 rsi14 atr14 adx14 macd ' +
    'macd_signal bollinger20_upper stochastic14_k highest20 lowest20 roc20 volatility20 (any period), prev. for ' +
    'the bar before, and in exits also barsHeld and profit.',
  category: 'calculate',
  plan: 'pro',
  rateLimit: { minute: 300 },
  alternatives: ['analyze_statistics'],
  example: {
    symbol: 'SPX',
    entry: 'sma50 > sma200 && prev.sma50 <= prev.sma200',
    exit: 'sma50 < sma200',
    stop: { percent: 8 },
    outOfSample: 0.3,
  },
  schema,
  label: ({ symbol = '', entry, shortEntry }) => `${symbol} ${entry ?? shortEntry ?? ''}`,
  async handle(args, { services, signal, progress }: ToolContext<Services>) {
    const series = await barsOf(services.market, args);
    progress(`Trading ${series.bars.length} bars`);
    try {
      return await services.backtests.run(requestOf(args, series), signal);
    } catch (error) {
      if (!(error instanceof BacktestProblem)) throw error;
      const { field: path, reason: message } = error;
      if (path !== undefined) throw wrongArguments(name, [{ path, message }]);
      throw new ToolError(error.message, { retryable: false, cause: error });
    }
  },
});

function requestOf(args: Args, series: BacktestRequest['series']): BacktestRequest {
  const { entry, exit, shortEntry, shortExit, sizing, stop, trailing, target } = args;
  const { cash, lot, allowShort, sameBarExit, volumeShare, outOfSample, folds } = args;
  const { takerFeeBasisPoints, makerFeeBasisPoints, slippageBasisPoints } = args;
  return {
    series,
    strategy: { entry, exit, shortEntry, shortExit, sizing, stop, trailing, target },
    terms: {
      ...defaultBacktestTerms,
      cash,
      lot,
      allowShort,
      sameBarExit,
      volumeShare,
      takerFeeBasisPoints,
      makerFeeBasisPoints,
      slippageBasisPoints,
    },
    warmupBars: args.warmupBars ?? null,
    division: folds !== undefined ? { folds } : outOfSample !== undefined ? { outOfSample } : null,
    seed: args.seed,
    randomRuns: args.randomRuns,
    bootstrapRuns: args.bootstrapRuns,
    maximumTrades: args.maximumTrades,
    maximumPoints: args.maximumPoints,
  };
}
