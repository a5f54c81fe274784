import { mean, ratio } from '../statistics/numbers.ts';

/** A probability that was foretold, what a constant would have foretold then, and what came. */
export type Outcome = { probability: number; base: number; rose: 0 | 1 };

/** How good forecasts were that were not learned from; null where a figure is undefined. */
export type Scores = {
  forecasts: number;
  /** Share of rises among what was foretold. */
  baseRate: number;
  /** Chance that a rise had the higher probability than a fall; 0.5 is none. With its interval of 95 %. */
  auc: number | null;
  aucInterval95: { low: number; high: number } | null;
  /** Mean of −ln of the probability of what came; lower is better. `baseLogLoss` foretells the share of rises so far. */
  logLoss: number;
  baseLogLoss: number;
  /** Mean of (probability − outcome)²; lower is better. */
  brier: number;
  baseBrier: number;
  /** Share of forecasts above or below one half that came true, against always saying what was more often so far. */
  accuracy: number;
  baseAccuracy: number;
};

const clip = (probability: number) => Math.min(1 - 1e-12, Math.max(1e-12, probability));

const loss = (probability: number, rose: 0 | 1) =>
  -Math.log(clip(rose === 1 ? probability : 1 - probability));

const isRight = (probability: number, rose: 0 | 1) => Number(probability >= 0.5) === rose;

/**
 * @param outcomes at least one.
 * @param horizon bars that a forecast reaches: those of neighbours overlap, so that there are as many fewer of them that
 * say anything of their own.
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

/** By ranks, ties counting half (Mann and Whitney). */
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

/** Hanley and McNeil (1982). */
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

/** Whether forecasts were better than the base rate: told better than a constant, and beyond chance. */
export function isBetterThanBase({ logLoss, baseLogLoss, aucInterval95 }: Scores): boolean {
  return logLoss < baseLogLoss && (aucInterval95?.low ?? 0) > 0.5;
}
