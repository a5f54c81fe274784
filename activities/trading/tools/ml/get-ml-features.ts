import { z } from 'zod';
import { shown } from '../../statistics/numbers.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField, timeframeField } from '../fields.ts';
import { aboutForecast, forecastOf, forecastsMissing } from './forecast-fields.ts';

export const getMlFeatures = defineTool({
  name: 'get_ml_features',
  description:
    'Explains the newest forecast of get_ml_signals: each feature with its value, its distance from the mean, ' +
    'and its contribution in log odds (coefficient × standardized value; above 0 means towards a rise). The ' +
    'intercept and all contributions add up to the log odds of the probability.',
  category: 'ml',
  plan: 'premium',
  rateLimit: { minute: 20 },
  alternatives: ['get_ml_signals', 'get_indicators'],
  example: { symbol: 'SPX', timeframe: '1d' },
  missing: forecastsMissing,
  schema: z.strictObject({ symbol: symbolField, timeframe: timeframeField }),
  label: ({ symbol = '', timeframe = '1d' }) => `${symbol} ${timeframe}`,
  async handle(args, context: ToolContext<Services>) {
    const forecast = await forecastOf(args, context);
    const { probabilityUp, intercept, contributions } = forecast;
    return {
      probabilityUp: shown(probabilityUp),
      intercept: shown(intercept),
      contributions: contributions.map(({ value, contribution, standardized, ...rest }) => ({
        ...rest,
        value: shown(value),
        ...(standardized !== undefined && { standardized: shown(standardized) }),
        contribution: shown(contribution),
        direction: contribution === 0 ? 'neither' : contribution > 0 ? 'up' : 'down',
      })),
      ...aboutForecast(forecast),
    };
  },
});
