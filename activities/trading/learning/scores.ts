import { mean, ratio } from '../statistics/numbers.ts';

/** A forecast probability, the base rate at that time, and the outcome (1 for a rise). */
export type Outcome = { probability: number; base: number; rose: 0 | 1 };

/** Quality of out-of-sample forecasts; null if undefined. */
export type Scores = {
  forecasts: number;
  /** Fraction of rises. */
  baseRate: number;
  /**
   * Probability that a rise got a higher forecast than a fall (area under the ROC curve); 0.5 is no skill. With its 95
   * % interval.
   */
  auc: number | null;
  aucInterval95: { low: number; high: number } | null;
  /**
   * Mean of −ln(forecast probability of the outcome); lower is better. `baseLogLoss` forecasts the fraction of rises so
   * far.
   */
  logLoss: number;
  baseLogLoss: number;
  /** Mean of (probability − outcome)²; lower is better. */
  brier: number;
  baseBrier: number;
  /** Fraction of forecasts on the right side of 0.5. `baseAccuracy` always forecasts what was more frequent so far. */
  accuracy: number;
  baseAccuracy: number;
};

const clip = (probability: number) => Math.min(1 - 1e-12, Math.max(1e-12, probability));

const loss = (probability: number, rose: 0 | 1) =>
  -Math.log(clip(rose === 1 ? probability : 1 - probability));

const isRight = (probability: number, rose: 0 | 1) => Number(probability >= 0.5) === rose;

/**
 * Scores forecasts.
 * @param outcomes at least one.
 * @param horizon forecast horizon in bars. Consecutive forecasts overlap, so the effective sample is smaller by this
 * factor.
 */
export function scoresOf(outcomes: readonly Outcome[], horizon: number): Scores {
  const average = (value: (outcome: Outcome) => number) => mean(outcomes.map(value))!;
  const auc = areaUnderCurve(outcomes);
  return {
    forecasts: outcomes.length,
    baseRate: average(({ rose }) => rose),
    auc,
    aucInterval95: auc === null ? null : aucInterval(auc, outcomes, horizon),
    logLoss: average(({ probability, rose }) => loss(probability, rose)),
    baseLogLoss: average(({ base, rose }) => loss(base, rose)),
    brier: average(({ probability, rose }) => (probability - rose) ** 2),
    baseBrier: average(({ base, rose }) => (base - rose) ** 2),
    accuracy: average(({ probability, rose }) => Number(isRight(probability, rose))),
    baseAccuracy: average(({ base, rose }) => Number(isRight(base, rose))),
  };
}

/** By ranks, with ties counting one half (Mann and Whitney, 1947). */
function areaUnderCurve(outcomes: readonly Outcome[]): number | null {
  const sorted = outcomes.toSorted((one, other) => one.probability - other.probability);
  let [rankSum, rises] = [0, 0];
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to]!.probability === sorted[from]!.probability) to += 1;
    const rank = (from + 1 + to) / 2;
    for (; from < to; from += 1) {
      rankSum += sorted[from]!.rose * rank;
      rises += sorted[from]!.rose;
    }
  }
  const falls = sorted.length - rises;
  return ratio(rankSum - (rises * (rises + 1)) / 2, rises * falls);
}

/** The 95 % interval of an AUC (Hanley and McNeil, 1982), for the effective number of independent forecasts. */
function aucInterval(auc: number, outcomes: readonly Outcome[], horizon: number) {
  const rises = outcomes.filter(({ rose }) => rose === 1).length / horizon;
  const falls = outcomes.length / horizon - rises;
  const [first, second] = [auc / (2 - auc), (2 * auc ** 2) / (1 + auc)];
  const variance =
    (auc * (1 - auc) +
      Math.max(0, rises - 1) * (first - auc ** 2) +
      Math.max(0, falls - 1) * (second - auc ** 2)) /
    (rises * falls);
  const width = 1.959963984540054 * Math.sqrt(Math.max(0, variance));
  return { low: Math.max(0, auc - width), high: Math.min(1, auc + width) };
}

/** Whether forecasts beat the base rate: by log loss, and with an AUC significantly above 0.5. */
export function isBetterThanBase({ logLoss, baseLogLoss, aucInterval95 }: Scores): boolean {
  return logLoss < baseLogLoss && (aucInterval95?.low ?? 0) > 0.5;
}
