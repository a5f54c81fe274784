import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Timeframe } from '../market/market.ts';
import type { Scores } from './scores.ts';

/** What moved a forecast: in log odds, above 0 towards a rise. */
export type Contribution = {
  feature: string;
  about?: string;
  value: number;
  /** Distance from its mean, in standard deviations. */
  standardized?: number;
  contribution: number;
};

/** How likely the close some bars later is higher than the newest. */
export type Forecast = Provenance & {
  symbol: string;
  timeframe: string;
  /** Bars that it reaches; null where the source does not say. */
  horizon: number | null;
  probabilityUp: number;
  /** How likely a rise is without a model; null where the source does not say. */
  baseRate: number | null;
  /** Largest first. */
  contributions: Contribution[];
  /** What the contributions are added to, in log odds; null where the source does not say. */
  intercept: number | null;
  /** What makes it, and what it has learned from. */
  model: Record<string, string | number | null>;
  /** How good its forecasts were that were not learned from; null where the source does not say. */
  outOfSample: Partial<Scores> | null;
  /** Whether those were better than the base rate; null where the source does not say. */
  isBetterThanBase: boolean | null;
};

/** Foretells by a trained model, or by a server in its place. */
export type Forecasts = {
  /**
   * @param request.asOf ISO 8601 time up to which anything may be known; left out, now.
   * @throws {ToolError} where there is no model for it, with the command that makes one.
   */
  forecast(
    request: { symbol: string; timeframe: Timeframe; asOf?: string | undefined },
    signal: AbortSignal,
  ): Promise<Forecast>;
};
