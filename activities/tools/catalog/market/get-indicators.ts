import { z } from 'zod';
import { describeIndicators } from '../../../market/indicator-readings.ts';
import { computeIndicators, settlingBars } from '../../../market/indicators.ts';
import { defineTool } from '../../tool.ts';
import type { ToolContext } from '../../tool.ts';
import type { Services } from '../../services.ts';
import { symbolField, timeframeField } from '../fields.ts';

export const getIndicators = defineTool({
  name: 'get_indicators',
  description:
    'Technical indicators of an instrument at its newest complete bar (RSI, MACD, SMA, EMA, ATR, ' +
    'Bollinger bands, ADX, stochastic, OBV), each with a reading in plain words. settled is false ' +
    'where there are too few bars for exact values.',
  category: 'market',
  plan: 'free',
  alternatives: ['get_ohlcv', 'get_price'],
  rateLimit: { minute: 30 },
  schema: z.strictObject({ symbol: symbolField, timeframe: timeframeField }),
  label: ({ symbol, timeframe = '1d' }) => `${symbol} ${timeframe}`,
  async handle({ symbol, timeframe }, { services }: ToolContext<Services>) {
    const { bars, ...about } = await services.market.bars({ symbol, timeframe, limit: 500 });
    const values = computeIndicators(bars);
    return {
      ...about,
      close: values.close,
      indicators: describeIndicators(values),
      settled: bars.length > settlingBars,
    };
  },
});
