import type { Market } from '../market/market.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { calibrated } from './calibration.ts';
import { featureBars, featureRows, features } from './features.ts';
import type { Contribution, Forecast, Forecasts } from './forecast.ts';
import { oddsOf, standardize } from './logistic.ts';
import { ModelFileProblem, readModel } from './model-files.ts';
import type { Model } from './model.ts';
import { isBetterThanBase } from './scores.ts';

/**
 * Forecasts from the newest bars with trained models. A model comes from the first folder that has it.
 * @throws {ToolError} if there is no model, too few bars, or the model was trained on later bars.
 */
export function modelForecasts({
  folders,
  market,
}: {
  folders: readonly string[];
  market: Pick<Market, 'bars'>;
}): Forecasts {
  return {
    async forecast({ symbol, timeframe }) {
      const series = await market.bars({ symbol, timeframe, limit: featureBars + 100 });
      const model = await readModel(folders, series.symbol, timeframe).catch((error: unknown) => {
        if (!(error instanceof ModelFileProblem)) throw error;
        throw new ToolError(error.message, { retryable: false, fault: 'upstream', cause: error });
      });
      if (!model) {
        throw new ToolError(
          `No model for ${series.symbol} ${timeframe}. Run npx baton train ${series.symbol} --timeframe ${timeframe}`,
          { retryable: false, fault: 'conflict' },
        );
      }
      const row = featureRows(series.bars).at(-1);
      if (!row || series.bars.length < featureBars) {
        throw new ToolError(
          `${series.symbol} ${timeframe} has ${series.bars.length} bars; a forecast needs ${featureBars}.`,
          { retryable: false },
        );
      }
      const newest = series.bars.at(-1)!.time;
      if (model.data.to > newest) throw hasSeenMore(model, newest);
      const { source, asOf, notice } = series;
      return { source, asOf, ...(notice !== undefined && { notice }), ...forecastBy(model, row) };
    },
  };
}

/**
 * The error of a model that was trained on bars after the newest one, as in a replay: its forecast would look too good.
 */
function hasSeenMore({ symbol, timeframe, data }: Model, newest: string): ToolError {
  const [learned, until] = [data.to, newest].map((time) => time.slice(0, 10));
  return new ToolError(
    `The model of ${symbol} ${timeframe} was trained on bars up to ${learned}, but the newest bar is from ${until}. ` +
      `Run npx baton train ${symbol} --timeframe ${timeframe} --until ${until}`,
    { retryable: false, fault: 'conflict' },
  );
}

function forecastBy(model: Model, row: number[]): Omit<Forecast, 'source' | 'asOf' | 'notice'> {
  const { symbol, timeframe, horizon, regression, calibration, outOfSample, data } = model;
  return {
    symbol,
    timeframe,
    horizon,
    probabilityUp: calibrated(calibration, oddsOf(regression, row)),
    baseRate: outOfSample.baseRate,
    contributions: contributionsOf(model, row),
    intercept: calibration.slope * regression.intercept + calibration.shift,
    model: {
      kind: 'logistic regression, trained by Baton',
      trainedAt: model.trainedAt,
      trainedFrom: data.from,
      trainedTo: data.to,
      bars: data.bars,
      dataSha256: data.sha256,
      dataSource: data.source,
    },
    outOfSample,
    isBetterThanBase: isBetterThanBase(outOfSample),
  };
}

/**
 * Contributions: calibration slope × coefficient × standardized value. With the intercept, they add up to the log odds.
 */
function contributionsOf({ regression, calibration }: Model, row: number[]): Contribution[] {
  const standardized = standardize(regression, row);
  return features
    .map(({ name, about }, index) => ({
      feature: name,
      about,
      value: row[index]!,
      standardized: standardized[index]!,
      contribution: calibration.slope * regression.weights[index]! * standardized[index]!,
    }))
    .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution));
}
