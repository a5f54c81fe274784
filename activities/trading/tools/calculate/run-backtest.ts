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
  z.number().min(0).max(1_000).default(usual).describe(`${of} in basis points, as on paper`);

const termsFields = {
  cash: z
    .number()
    .positive()
    .max(1e12)
    .default(defaultBacktestTerms.cash)
    .describe('Money at the beginning'),
  takerFeeBasisPoints: basisPoints(
    'Fee of market orders and stops',
    defaultBacktestTerms.takerFeeBasisPoints,
  ),
  makerFeeBasisPoints: basisPoints(
    'Fee of targets that waited',
    defaultBacktestTerms.makerFeeBasisPoints,
  ),
  slippageBasisPoints: basisPoints(
    'What market orders and stops lose against the price',
    defaultBacktestTerms.slippageBasisPoints,
  ),
  volumeShare: z
    .number()
    .positive()
    .max(1)
    .default(defaultBacktestTerms.volumeShare)
    .describe('Largest share of the volume of a bar that is filled'),
  lot: z
    .number()
    .positive()
    .default(defaultBacktestTerms.lot)
    .describe('Quantities are whole multiples of it'),
  allowShort: z.boolean().default(false).describe('Whether shortEntry may sell short'),
  sameBarExit: z
    .enum(sameBarExits)
    .default(defaultBacktestTerms.sameBarExit)
    .describe('What closes a position where one bar reaches its stop and its target'),
};

const reportFields = {
  warmupBars: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Bars on which nothing is traded; left out, as many as the indicators need'),
  outOfSample: z
    .number()
    .min(0.05)
    .max(0.9)
    .optional()
    .describe('Share of the bars at the end whose figures are shown apart'),
  folds: z
    .number()
    .int()
    .min(2)
    .max(24)
    .optional()
    .describe(
      'Shows the figures of as many equal parts, one after the other; not with outOfSample',
    ),
  seed: z.string().min(1).max(100).default('baton').describe('What chance is drawn from'),
  randomRuns: z
    .number()
    .int()
    .min(0)
    .max(2_000)
    .default(500)
    .describe('Random entries; 0 for none'),
  bootstrapRuns: z
    .number()
    .int()
    .min(0)
    .max(2_000)
    .default(500)
    .describe('Resamples for the intervals; 0 for none'),
  maximumTrades: z.number().int().min(0).max(5_000).default(50).describe('Newest trades shown'),
  maximumPoints: z
    .number()
    .int()
    .min(2)
    .max(20_000)
    .default(100)
    .describe('Points of the equity curve shown'),
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
    'Trades a strategy over past bars: decided on the close of a bar, filled at the open of the next with fees and ' +
    'slippage as on paper. Gives return, Sharpe, drawdown and more with their conventions, against buying and ' +
    'holding and against random entries, with the trades and the equity curve. Conditions are CEL over open high ' +
    'low close volume, sma20 ema20 rsi14 atr14 adx14 macd macd_signal bollinger20_upper stochastic14_k highest20 ' +
    'lowest20 roc20 volatility20 (any period), prev. for the bar before, and in exits barsHeld and profit.',
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
