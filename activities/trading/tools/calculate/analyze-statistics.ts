import { z } from 'zod';
import { analyzeBars } from '../../statistics/analyze-bars.ts';
import { correlate } from '../../statistics/correlation.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { barsFields, barsOf } from '../bars-fields.ts';
import { symbolField } from '../fields.ts';

const fewest = 30;

export const analyzeStatistics = defineTool({
  name: 'analyze_statistics',
  description:
    'Statistics of past prices of an instrument: returns, volatility, distribution (skewness, kurtosis, ' +
    'Jarque-Bera, value at risk), autocorrelation, stationarity (augmented Dickey-Fuller), drawdowns, and the ' +
    'correlation with other instruments. Values are fractions, not percentages. Undefined values are null.',
  category: 'calculate',
  plan: 'pro',
  rateLimit: { minute: 60 },
  alternatives: ['get_indicators', 'get_ohlcv'],
  example: { symbol: 'SPX', from: '2005-01-03', to: '2009-12-31' },
  schema: z.strictObject({
    ...barsFields,
    against: z
      .array(symbolField)
      .max(5)
      .default([])
      .describe('Other instruments whose returns to correlate with those of symbol'),
  }),
  label: ({ symbol = '', timeframe = '1d' }) => `${symbol} ${timeframe}`,
  async handle(args, { services: { market } }: ToolContext<Services>) {
    const { against, ...asked } = args;
    const series = await barsOf(market, asked);
    const { bars, ...about } = series;
    if (bars.length < fewest) {
      throw new ToolError(
        `${bars.length} bars are too few for statistics. Request at least ${fewest}.`,
        { retryable: false },
      );
    }
    const others = await Promise.all(
      against.map(async (symbol) => {
        const other = await barsOf(market, { ...asked, symbol });
        return { symbol: other.symbol, source: other.source, ...correlate(bars, other.bars) };
      }),
    );
    return {
      ...about,
      from: bars[0]!.time,
      to: bars.at(-1)!.time,
      bars: bars.length,
      ...analyzeBars(series),
      correlations: others,
    };
  },
});
