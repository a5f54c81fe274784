import { createHash } from 'node:crypto';
import { z } from 'zod';
import { timeframes } from '../market/market.ts';
import type { Bar, BarSeries } from '../market/market.ts';
import { examplesOf } from './dataset.ts';
import { featureBars, features } from './features.ts';
import { trainRegression } from './logistic.ts';
import { fewestToWalk, walkForward } from './walk-forward.ts';

const numbers = z.array(z.number());
const interval = z.object({ low: z.number(), high: z.number() }).nullable();

const scoresSchema = z.object({
  forecasts: z.number(),
  baseRate: z.number(),
  auc: z.number().nullable(),
  aucInterval95: interval,
  logLoss: z.number(),
  baseLogLoss: z.number(),
  brier: z.number(),
  baseBrier: z.number(),
  accuracy: z.number(),
  baseAccuracy: z.number(),
});

/** A trained model as its file holds it. */
export const modelSchema = z.object({
  format: z.literal(1),
  symbol: z.string(),
  timeframe: z.enum(timeframes),
  /** Bars from what is seen to what is foretold. */
  horizon: z.number().int().min(1),
  features: z.array(z.string()),
  regression: z.object({
    intercept: z.number(),
    weights: numbers,
    means: numbers,
    deviations: numbers,
  }),
  calibration: z.object({ slope: z.number(), shift: z.number() }),
  outOfSample: scoresSchema,
  folds: z.array(
    z.object({ from: z.string(), to: z.string(), trainedOn: z.number(), scores: scoresSchema }),
  ),
  /** What it has learned from; the hash is of the bars as JSON. */
  data: z.object({
    source: z.string(),
    notice: z.string().optional(),
    from: z.string(),
    to: z.string(),
    bars: z.number(),
    sha256: z.string(),
  }),
  trainedAt: z.string(),
});
export type Model = z.infer<typeof modelSchema>;

/** With fewer, forecasts are too few to say how good they are, or there is nothing to learn from before the first. */
const fewestExamples = (horizon: number) => Math.max(500, fewestToWalk(horizon));

/** Of so many bars a model can be made: the first settle the features, and what follows the last is not known. */
export const fewestBars = (horizon: number): number =>
  featureBars + fewestExamples(horizon) + horizon;

/** Bars of which no model can be made; the message says what is missing. */
export class TooFewBars extends Error {
  override readonly name = 'TooFewBars';
}

/**
 * Trains a model that foretells whether the close some bars later is higher: scored on a walk forward, then trained on
 * all examples and calibrated by the forecasts of the walk.
 * @throws {TooFewBars}
 */
export function trainModel(
  series: BarSeries,
  { horizon, now }: { horizon: number; now: Date },
): Model {
  const { symbol, timeframe, bars, source, notice } = series;
  const examples = examplesOf(bars, horizon);
  const needed = fewestExamples(horizon);
  if (examples.length < needed) {
    throw new TooFewBars(
      `${bars.length} bars give ${examples.length} examples, and ${needed} are needed`,
    );
  }
  const { folds, scores, calibration } = walkForward(examples, horizon);
  return {
    format: 1,
    symbol,
    timeframe,
    horizon,
    features: features.map(({ name }) => name),
    regression: trainRegression(examples),
    calibration,
    outOfSample: scores,
    folds,
    data: {
      source,
      ...(notice !== undefined && { notice }),
      from: bars[0]!.time,
      to: bars.at(-1)!.time,
      bars: bars.length,
      sha256: hashOf(bars),
    },
    trainedAt: now.toISOString(),
  };
}

const hashOf = (bars: readonly Bar[]): string =>
  createHash('sha256').update(JSON.stringify(bars)).digest('hex');
