import { createHash } from 'node:crypto';
import { z } from 'zod';
import { timeframes } from '../market/market.ts';
import type { Bar, BarSeries } from '../market/market.ts';
import { examplesOf } from './dataset.ts';
import { featureBars, features } from './features.ts';
import { trainRegression, oddsOf } from './logistic.ts';
import { calibrate, calibrated, uncalibrated } from './calibration.ts';
import type { Calibration, PastForecast } from './calibration.ts';
import type { Example } from './dataset.ts';
import { scoresOf } from './scores.ts';
import type { Outcome, Scores } from './scores.ts';

type Fold = { from: string; to: string; trainedOn: number; scores: Scores };

/** Number of folds; a new model is trained for each. */
const foldCount = 6;
/** Minimum number of training examples of the first model, without those whose outcome falls into the first fold. */
const fewestLearned = 50;

/** Minimum number of examples for a walk-forward. */
const fewestToWalk = (horizon: number): number => (foldCount + 1) * (horizon + fewestLearned);

/**
 * Walk-forward evaluation: each fold is forecast by a model trained on earlier examples, and calibrated on the
 * forecasts of earlier folds. Examples whose outcome falls into the fold are left out of training. The first fold is
 * not scored, since nothing calibrates it.
 */
function walkForward(
  examples: readonly Example[],
  horizon: number,
): { folds: Fold[]; scores: Scores; calibration: Calibration } {
  const cuts = Array.from({ length: foldCount + 2 }, (_, cut) =>
    Math.round((examples.length * cut) / (foldCount + 1)),
  );
  const forecasts: PastForecast[] = [];
  const outcomes: Outcome[] = [];
  const folds: Fold[] = [];
  for (let fold = 1; fold <= foldCount; fold += 1) {
    const known = examples.slice(0, Math.max(0, cuts[fold]! - horizon));
    const ahead = examples.slice(cuts[fold], cuts[fold + 1]);
    const regression = trainRegression(known);
    const base = known.reduce((sum, { rose }) => sum + rose, 0) / known.length;
    // Without the newest forecasts, whose outcome was still unknown when the fold began.
    const settled = forecasts.slice(0, Math.max(0, forecasts.length - horizon));
    const calibration = fold === 1 ? uncalibrated : calibrate(settled);
    const made = ahead.map(({ row, rose }) => ({ logOdds: oddsOf(regression, row), rose }));
    const scored = made.map(({ logOdds, rose }): Outcome => ({
      probability: calibrated(calibration, logOdds),
      base,
      rose,
    }));
    forecasts.push(...made);
    if (fold === 1) continue;
    outcomes.push(...scored);
    folds.push({
      from: ahead[0]!.time,
      to: ahead.at(-1)!.time,
      trainedOn: known.length,
      scores: scoresOf(scored, horizon),
    });
  }
  return { folds, scores: scoresOf(outcomes, horizon), calibration: calibrate(forecasts) };
}

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

/** A trained model, as stored in its file. */
export const modelSchema = z.object({
  format: z.literal(1),
  symbol: z.string(),
  timeframe: z.enum(timeframes),
  /** Forecast horizon in bars. */
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
  /** The training data. `sha256` is the hash of the bars as JSON. */
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

/** With fewer examples, the evaluation would be meaningless, or the first fold would have too little training data. */
const fewestExamples = (horizon: number) => Math.max(500, fewestToWalk(horizon));

/** Minimum number of bars to train a model: the first ones settle the features, the last ones have no known outcome. */
export const fewestBars = (horizon: number): number =>
  featureBars + fewestExamples(horizon) + horizon;

/** There are too few bars to train a model; the message says how many are needed. */
export class TooFewBars extends Error {
  override readonly name = 'TooFewBars';
}

/**
 * Trains a model for the probability that the close `horizon` bars later is higher. It is evaluated by a walk-forward,
 * then trained on all examples and calibrated on the forecasts of the walk-forward.
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
      `${bars.length} bars give ${examples.length} examples; ${needed} are needed`,
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
