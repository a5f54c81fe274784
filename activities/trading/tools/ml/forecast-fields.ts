import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { Forecast } from '../../learning/forecast.ts';
import { hasModels } from '../../learning/model-files.ts';
import { modelFolders } from '../../learning/model-folders.ts';
import { shown } from '../../statistics/numbers.ts';
import { momentNamed } from '../../market/moment.ts';
import type { Timeframe } from '../../market/market.ts';
import type { ToolContext, ToolSettings } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';

/** What to do before forecasts are possible; undefined if nothing is missing. */
export function forecastsMissing({
  BATON_ML_URL: url,
  BATON_ML_MODELS: folder,
  BATON_DATA: data,
}: ToolSettings): string | undefined {
  if (url !== undefined) return undefined;
  const folders = modelFolders({
    BATON_ML_MODELS: folder === undefined ? undefined : String(folder),
    BATON_DATA: String(data),
  });
  if (folders.some(hasModels)) return undefined;
  return 'run npx baton train SPX, or set BATON_ML_URL to a forecast server';
}

/** The newest forecast; in a run as of a moment, one that uses no later data. */
export async function forecastOf(
  args: { symbol: string; timeframe: Timeframe },
  context: ToolContext<Services>,
): Promise<Forecast> {
  const { services, signal } = context;
  // Prices of a replay move with its clock, so its moment counts first.
  const moment = (await momentNamed(services.market, [args.symbol])) ?? context.moment;
  const request = { ...args, asOf: moment?.asOf };
  return services.forecastsOn(services.market).forecast(request, signal);
}

/** The id of a forecast: symbol, timeframe and as-of time. */
export function predictionIdOf({ symbol, timeframe, asOf }: Forecast): string {
  return `${symbol}@${timeframe}@${String(asOf)}`;
}

/** The fields of every answer with a forecast: what it is for, its model, and its out-of-sample quality. */
export function aboutForecast(forecast: Forecast): JsonObject {
  const { symbol, timeframe, horizon, model, outOfSample, isBetterThanBase } = forecast;
  const { source, asOf, notice } = forecast;
  const scores = Object.entries(outOfSample ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? shown(value) : value,
  ]);
  return {
    predictionId: predictionIdOf(forecast),
    symbol,
    timeframe,
    horizon,
    source,
    asOf,
    ...(notice !== undefined && { notice }),
    model,
    outOfSample: outOfSample && Object.fromEntries(scores),
    isBetterThanBase,
    reading: readings.get(isBetterThanBase)!,
  };
}

const readings = new Map<boolean | null, string>([
  [
    true,
    'Out-of-sample it was better than the base rate, by log loss and beyond chance. This may not last.',
  ],
  [
    false,
    'Out-of-sample it was NO better than the base rate: do not trade on it. Its probability says little more than how ' +
      'often prices rise.',
  ],
  [null, 'Its source does not report its out-of-sample quality: do not rely on it.'],
]);
