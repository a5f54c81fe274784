import { z } from 'zod';
import { instantSchema } from '../../api/values.ts';
import { accountQuery } from './accounts.ts';

const money = z.string().describe('Exact, as decimal text');
const share = z.number().nullable().describe('A fraction: 0.05 is 5 %. Null if undefined');
const ratio = z.number().nullable();
const day = z.iso.date().describe('A day of the market, in UTC');

export const performanceQuery = z.object({
  ...accountQuery,
  benchmark: z
    .string()
    .trim()
    .toUpperCase()
    .min(1)
    .max(30)
    .optional()
    .describe(
      'What to compare with. Default: the index that was traded most, or else the symbol that was traded most',
    ),
});

const returnFigures = {
  totalReturn: share,
  annualReturn: share.describe('Null until there is a year of returns'),
  volatility: share.describe('Annualized. Null until `ratiosFrom`, as `sharpe` and `sortino`'),
  sharpe: ratio,
  sortino: ratio,
  maxDrawdown: share,
};

const profitShape = {
  realized: money.describe('Profit or loss of closed quantities, before fees'),
  unrealized: money.describe(
    'Profit or loss of open positions at the prices of `asOf`, before fees',
  ),
  fees: money.describe('Trading fees'),
  borrowFees: money.describe('Borrow fees for shorts, not included in `fees`'),
  pnl: money.describe('`realized` plus `unrealized` minus `fees` and `borrowFees`'),
};

/** Who opened a position: an agent, a step of a pipeline without an agent, or a person or program through the API. */
const attributionKinds = [
  'agent',
  'step',
  'pipeline',
  'task',
  'symbol',
  'direct',
  'unattributed',
] as const;
export type AttributionKind = (typeof attributionKinds)[number];

const attributionSchema = z.array(
  z.object({
    kind: z
      .enum(attributionKinds)
      .describe(
        '`step`: a step of a pipeline without an agent; `direct`: a person or a program, through the app, the API, the command or MCP; `unattributed`: ledger entries that are not from a fill',
      ),
    name: z.string().nullable(),
    trades: z.number().int().describe('Orders that opened a position'),
    ...profitShape,
  }),
);
export type AttributionRow = z.infer<typeof attributionSchema>[number];

const pointSchema = z.object({
  day,
  equity: money,
  cash: money,
  return: share.describe('Against the day before'),
  drawdown: share.describe('Against the highest equity so far, 0 or below'),
  gross: share.describe('Value of all positions, long and short, as a share of the equity'),
  net: share.describe('Value of longs minus value of shorts, as a share of the equity'),
  benchmark: share.describe('Return of the benchmark since the beginning'),
});
export type PerformancePoint = z.infer<typeof pointSchema>;

/** The performance of a paper account, day by day since its first fill. */
export const performanceSchema = z
  .object({
    account: z.string(),
    currency: z.string(),
    from: day.nullable().describe('The day of the first fill; null while there is none'),
    to: day.nullable(),
    asOf: instantSchema.nullable().describe('The time of the prices, on the clock of the market'),
    returns: z.number().int().describe('How many daily returns there are'),
    periodsPerYear: z.number().int().describe('365 where crypto was traded, else 252'),
    ratiosFrom: day
      .nullable()
      .describe(
        'The day from which there are enough daily returns for volatility, Sharpe and Sortino; an estimate if it is in the future',
      ),
    annualFrom: day.nullable().describe('The day from which there is a year of returns'),
    deposited: money,
    equity: money,
    ...profitShape,
    figures: z.object({
      ...returnFigures,
      averageGross: share,
      averageNet: share,
      traded: money.describe('Value of everything bought and sold'),
      turnover: share,
    }),
    months: z.array(z.object({ month: z.string().describe('`YYYY-MM`'), return: share })),
    years: z.array(z.object({ year: z.string().describe('`YYYY`'), return: share })),
    drawdowns: z
      .array(
        z.object({
          from: day.describe('The peak'),
          trough: day,
          recovered: day.nullable().describe('Null while it lasts'),
          depth: z.number(),
          days: z.number().int().describe('Daily closes from the peak until it was reached again'),
        }),
      )
      .describe('The five deepest, the deepest first'),
    trades: z.object({
      closed: z.number().int().describe('Opening orders whose whole quantity was closed'),
      open: z.number().int(),
      winRate: share,
      profitFactor: ratio,
      averagePnl: money.nullable(),
      best: money.nullable(),
      worst: money.nullable(),
    }),
    attribution: z
      .object({ agent: attributionSchema, pipeline: attributionSchema, symbol: attributionSchema })
      .describe('The rows of each list add up to `pnl` exactly'),
    benchmark: z
      .object({
        symbol: z.string(),
        problem: z.string().nullable().describe('Why there is no benchmark'),
        ...returnFigures,
      })
      .nullable(),
    symbols: z.array(z.string()).describe('The symbols that were traded, most traded first'),
    curve: z.array(pointSchema).describe('The close of each day'),
    conventions: z.record(z.string(), z.string()).describe('How each figure is computed'),
    notices: z.array(z.string()),
  })
  .meta({ id: 'Performance' });
export type PerformanceView = z.infer<typeof performanceSchema>;
