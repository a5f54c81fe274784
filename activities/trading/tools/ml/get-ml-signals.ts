import { z } from 'zod';
import { shown } from '../../statistics/numbers.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField, timeframeField } from '../fields.ts';
import { aboutForecast, forecastOf, forecastsMissing } from './forecast-fields.ts';

export const getMlSignals = defineTool({
  name: 'get_ml_signals',
  description:
    'Returns the probability that an instrument closes higher some bars from now than at the newest close, from ' +
    'a model trained on its past. It has a confidence from 0 (even odds) to 1 (certain) and the quality of such ' +
    'forecasts out-of-sample. reading says whether the model is better than the base rate.',
  category: 'ml',
  plan: 'pro',
  rateLimit: { minute: 30 },
  alternatives: ['get_indicators'],
  example: { symbol: 'SPX', timeframe: '1d' },
  missing: forecastsMissing,
  schema: z.strictObject({ symbol: symbolField, timeframe: timeframeField }),
  label: ({ symbol = '', timeframe = '1d' }) => `${symbol} ${timeframe}`,
  async handle(args, context: ToolContext<Services>) {
    const forecast = await forecastOf(args, context);
    const { probabilityUp, baseRate } = forecast;
    return {
      prediction: probabilityUp === 0.5 ? 'even' : probabilityUp > 0.5 ? 'up' : 'down',
      probabilityUp: shown(probabilityUp),
      confidence: shown(Math.abs(2 * probabilityUp - 1)),
      baseRate: shown(baseRate),
      ...aboutForecast(forecast),
    };
  },
});
