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
    'How likely the close of an instrument some bars from now is higher than the newest, by a model that was trained ' +
    'on its past, with a confidence from 0 (an even chance) to 1 (certain) and with how good such forecasts were ' +
    'out-of-sample. It says when the model is no better than the base rate.',
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
