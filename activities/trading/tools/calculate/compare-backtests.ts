import { z } from 'zod';
import { compareBacktests as compare } from '../../backtest/compare/compare-backtests.ts';
import type { Candidate } from '../../backtest/compare/candidate.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';

const figuresField = z.record(z.string(), z.number().nullable());

/** The fields of a run_backtest answer that are used. */
const reportSchema = z.looseObject({
  strategy: z.looseObject({
    entry: z.string().optional(),
    exit: z.string().optional(),
    shortEntry: z.string().optional(),
    stop: z.unknown().optional(),
    trailing: z.unknown().optional(),
    target: z.unknown().optional(),
  }),
  terms: z.looseObject({
    periodsPerYear: z.number().positive(),
    exitsFrom: z.string().optional(),
    sameBarExit: z.string().optional(),
  }),
  bars: z.number(),
  metrics: figuresField,
  parts: z.array(z.looseObject({ name: z.string(), metrics: figuresField })),
});
const failureSchema = z.looseObject({ error: z.unknown() });

export const compareBacktests = defineTool({
  name: 'compare_backtests',
  description:
    'Compares answers of run_backtest, the best out-of-sample first. Shows which one you would have chosen ' +
    'in-sample, a walk-forward through the folds, and how much of the best result is luck from many attempts ' +
    '(deflated Sharpe ratio).',
  category: 'calculate',
  plan: 'pro',
  rateLimit: { minute: 60 },
  example: {
    backtests: [
      {
        strategy: { entry: 'sma10 > sma100', exit: 'sma10 < sma100' },
        terms: { periodsPerYear: 252 },
        bars: 2_500,
        metrics: { sharpe: 0.4, totalReturn: 0.5, skewness: -0.3, excessKurtosis: 4 },
        parts: [
          { name: 'in-sample', metrics: { sharpe: 0.5, totalReturn: 0.4 } },
          { name: 'out-of-sample', metrics: { sharpe: 0.2, totalReturn: 0.07 } },
        ],
      },
    ],
  },
  schema: z.strictObject({
    backtests: z
      .array(z.union([reportSchema, failureSchema]))
      .min(1)
      .max(500)
      .describe('Answers of run_backtest on the same bars; {error} for one that failed'),
  }),
  label: ({ backtests = [] }) => `${backtests.length} backtests`,
  async handle({ backtests }) {
    const reports = backtests.flatMap((one) => {
      const report = reportSchema.safeParse(one);
      return report.success ? [report.data] : [];
    });
    if (reports.length === 0) {
      throw new ToolError('None of the backtests succeeded, so there is nothing to compare.', {
        retryable: false,
      });
    }
    const candidates = reports.map(({ strategy, terms, bars, metrics, parts }): Candidate => ({
      name: nameOf(strategy),
      bars,
      periodsPerYear: terms.periodsPerYear,
      metrics,
      exitRule: exitRuleOf({ strategy, terms }),
      parts,
    }));
    return compare(candidates, backtests.length - reports.length);
  },
});

/** The rule by which stops and targets close. Reports of earlier versions do not name it. */
function exitRuleOf({
  strategy: { stop, trailing, target },
  terms: { exitsFrom, sameBarExit },
}: Pick<z.output<typeof reportSchema>, 'strategy' | 'terms'>): string | null {
  if (!stop && !trailing && !target) return null;
  return exitsFrom === 'entry'
    ? `active from the entry, ${sameBarExit} first`
    : 'active from the bar after the entry';
}

function nameOf({ entry, exit, shortEntry }: z.output<typeof reportSchema>['strategy']): string {
  return [entry, exit && `out: ${exit}`, shortEntry && `short: ${shortEntry}`]
    .filter(Boolean)
    .join('; ');
}
