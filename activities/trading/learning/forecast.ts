import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Timeframe } from '../market/market.ts';
import type { Scores } from './scores.ts';

/** The contribution of a feature to a forecast, in log odds; positive raises the probability of a rise. */
export type Contribution = {
  feature: string;
  about?: string;
  value: number;
  /** Distance from its mean in the training data, in standard deviations. */
  standardized?: number;
  contribution: number;
};

/** The probability that the close `horizon` bars later is higher than the newest close. */
export type Forecast = Provenance & {
  symbol: string;
  timeframe: string;
  /** Forecast horizon in bars; null if the source does not report it. */
  horizon: number | null;
  probabilityUp: number;
  /** Frequency of rises, the forecast without a model; null if the source does not report it. */
  baseRate: number | null;
  /** Largest first. */
  contributions: Contribution[];
  /** Intercept, to which the contributions add, in log odds; null if the source does not report it. */
  intercept: number | null;
  /** The model and its training data. */
  model: Record<string, string | number | null>;
  /** Quality of out-of-sample forecasts; null if the source does not report it. */
  outOfSample: Partial<Scores> | null;
  /** Whether these were better than the base rate; null if the source does not report it. */
  isBetterThanBase: boolean | null;
};

/** Forecasts by a trained model, or by a server instead. */
export type Forecasts = {
  /**
   * @param request.asOf ISO 8601 time up to which data can be used; default: now.
   * @throws {ToolError} if there is no model, with the command that trains one.
   */
  forecast(
    request: { symbol: string; timeframe: Timeframe; asOf?: string | undefined },
    signal: AbortSignal,
  ): Promise<Forecast>;
};
