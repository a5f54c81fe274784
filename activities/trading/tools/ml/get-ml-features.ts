import { z } from 'zod';
import { ownWords } from '../../../../contracts/base/own-words.ts';
import type { Timeframe } from '../../market/market.ts';
import type { Forecast } from '../../learning/forecast.ts';
import { shown } from '../../statistics/numbers.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField, timeframeField } from '../fields.ts';
import { aboutForecast, forecastOf, forecastsMissing, predictionIdOf } from './forecast-fields.ts';

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
  schema: z.strictObject({
    symbol: symbolField.optional(),
    timeframe: timeframeField,
    predictionId: z
      .string()
      .regex(/^[^@]+@[^@]+@.+$/, ownWords('is not a forecast id', 'copy it from get_ml_signals'))
      .optional()
      .describe('The predictionId of get_ml_signals, in place of symbol and timeframe'),
  }),
  aliases: {},
  label: ({ symbol = '', timeframe = '1d' }) => `${symbol} ${timeframe}`,
  async handle(args, context: ToolContext<Services>) {
    const forecast = await forecastOf(askedFor(args), context);
    requireSame(args.predictionId, forecast);
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

type Asked = {
  symbol?: string | undefined;
  timeframe: Timeframe;
  predictionId?: string | undefined;
};

/** The requested forecast, by its id or its symbol. */
function askedFor({ symbol, timeframe, predictionId }: Asked): {
  symbol: string;
  timeframe: Timeframe;
} {
  const [named = symbol, bars = timeframe] = predictionId?.split('@') ?? [];
  if (named !== undefined) return { symbol: named, timeframe: bars as Timeframe };
  throw new ToolError('give symbol, or predictionId', { retryable: false });
}

function requireSame(predictionId: string | undefined, forecast: Forecast): void {
  const newest = predictionIdOf(forecast);
  if (predictionId === undefined || predictionId === newest) return;
  throw new ToolError(`The forecast ${predictionId} is no longer the newest, which is ${newest}.`, {
    retryable: false,
  });
}
