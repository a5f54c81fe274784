import { calibrate, calibrated, uncalibrated } from './calibration.ts';
import type { Calibration, Foretold } from './calibration.ts';
import type { Example } from './dataset.ts';
import { oddsOf, trainRegression } from './logistic.ts';
import { scoresOf } from './scores.ts';
import type { Outcome, Scores } from './scores.ts';

export type Fold = { from: string; to: string; trainedOn: number; scores: Scores };

/** How often the model is trained anew on the way. */
const foldCount = 6;
/** Examples that the first model learns from at least: those whose outcome lies within the first fold are none of them. */
const fewestLearned = 50;

/** So many examples can be walked through. */
export const fewestToWalk = (horizon: number): number =>
  (foldCount + 1) * (horizon + fewestLearned);

/**
 * Walks through examples as time did: each fold is foretold by a model that has learned from what was known before it,
 * with a calibration by the folds before it. Examples whose outcome lies within the fold are not learned from. The first
 * fold, which nothing calibrates, is not scored.
 */
export function walkForward(
  examples: readonly Example[],
  horizon: number,
): { folds: Fold[]; scores: Scores; calibration: Calibration } {
  const cuts = Array.from({ length: foldCount + 2 }, (_, cut) =>
    Math.round((examples.length * cut) / (foldCount + 1)),
  );
  const foretold: Foretold[] = [];
  const outcomes: Outcome[] = [];
  const folds: Fold[] = [];
  for (let fold = 1; fold <= foldCount; fold += 1) {
    const known = examples.slice(0, Math.max(0, cuts[fold]! - horizon));
    const ahead = examples.slice(cuts[fold], cuts[fold + 1]);
    const regression = trainRegression(known);
    const base = known.reduce((sum, { rose }) => sum + rose, 0) / known.length;
    // The newest forecasts so far, whose outcome was not known yet when the fold began.
    const settled = foretold.slice(0, Math.max(0, foretold.length - horizon));
    const calibration = fold === 1 ? uncalibrated : calibrate(settled);
    const made = ahead.map(({ row, rose }) => ({ logOdds: oddsOf(regression, row), rose }));
    const scored = made.map(({ logOdds, rose }): Outcome => ({
      probability: calibrated(calibration, logOdds),
      base,
      rose,
    }));
    foretold.push(...made);
    if (fold === 1) continue;
    outcomes.push(...scored);
    folds.push({
      from: ahead[0]!.time,
      to: ahead.at(-1)!.time,
      trainedOn: known.length,
      scores: scoresOf(scored, horizon),
    });
  }
  return { folds, scores: scoresOf(outcomes, horizon), calibration: calibrate(foretold) };
}
