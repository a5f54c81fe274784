import type { Candidate } from './candidate.ts';
import type { Figures } from '../../../../contracts/trading/backtest.ts';
import { shown, centralMoment, orNull } from '../../statistics/numbers.ts';
import { normalBelow, normalQuantile } from '../../statistics/normal.ts';

const eulerMascheroni = 0.577_215_664_901_532_9;

/** One attempt: its Sharpe ratio per period (not annualized) and the shape of its returns. */
type Try = {
  sharpe: number;
  observations: number;
  skewness: number;
  /** Kurtosis minus 3, that of a normal distribution. */
  excessKurtosis: number;
};

/**
 * The expected maximum Sharpe ratio, per period, of N attempts without any skill: `√V · ((1 − γ) Φ⁻¹(1 − 1/N) + γ Φ⁻¹(1
 * − 1/(N e)))`, with the variance V of their Sharpe ratios and the Euler–Mascheroni constant γ. Source: Bailey and
 * López de Prado, The Deflated Sharpe Ratio (2014), eq. 1.
 */
export function luckySharpe(sharpes: readonly number[]): number {
  const count = sharpes.length;
  if (count < 2) return 0;
  const variance = (centralMoment(sharpes, 2)! * count) / (count - 1);
  const [one, other] = [normalQuantile(1 - 1 / count), normalQuantile(1 - 1 / (count * Math.E))];
  return Math.sqrt(variance) * ((1 - eulerMascheroni) * one + eulerMascheroni * other);
}

/**
 * The probability that the true Sharpe ratio of an attempt is above a benchmark B: `Φ((S − B) √(n − 1) / √(1 − s S + (k
 * − 1) S² / 4))` with n observations, skewness s and kurtosis k. With {@link luckySharpe} as benchmark it is the
 * deflated Sharpe ratio (eq. 2 of the same paper).
 * @param benchmark Sharpe ratio per period.
 * @returns null where undefined.
 */
export function probabilityAbove(
  { sharpe, observations, skewness, excessKurtosis }: Try,
  benchmark: number,
): number | null {
  const spread = 1 - skewness * sharpe + ((excessKurtosis + 2) / 4) * sharpe ** 2;
  if (observations < 2 || spread <= 0) return null;
  return orNull(
    normalBelow(((sharpe - benchmark) * Math.sqrt(observations - 1)) / Math.sqrt(spread)),
  );
}

const figures = ['sharpe', 'totalReturn', 'maxDrawdown', 'trades'] as const;

/**
 * Compares backtests: a table with the best out-of-sample first, and how much of the best result is luck from many
 * attempts.
 * @param failed number of backtests that failed; they count in `tries`.
 */
export function compareBacktests(candidates: readonly Candidate[], failed: number) {
  const tries = candidates.length + failed;
  const rows = candidates.map(rowOf);
  const order = (key: 'inSample' | 'outOfSample' | 'whole') =>
    rows.toSorted((one, other) => compare(other[key].sharpe, one[key].sharpe));
  const isDivided = rows.some(({ outOfSample }) => outOfSample.sharpe !== null);
  const ranked = order(isDivided ? 'outOfSample' : 'whole');
  const [chosen] = isDivided ? order('inSample') : [];
  return {
    tries,
    failed,
    table: ranked.map((row, index) => ({ rank: index + 1, ...row })),
    bestOutOfSample: isDivided ? (ranked[0] ?? null) : null,
    /** The one you would have chosen by the in-sample part alone, so its out-of-sample figures are unbiased. */
    bestInSample: chosen ?? null,
    walkForward: walkForward(candidates),
    multipleTesting: multipleTesting(candidates, tries),
    warnings: warningsOf(candidates),
  };
}

function warningsOf(candidates: readonly Candidate[]): string[] {
  const rules = new Set(candidates.flatMap(({ exitRule }) => exitRule ?? []));
  if (rules.size < 2) return [];
  return [
    `These backtests close stops and targets by different rules (${[...rules].join('; ')}). Run them again with ` +
      'the same sameBarExit.',
  ];
}

function rowOf({ name, metrics, parts }: Candidate) {
  const of = (wanted: string) => pick(parts.find((part) => part.name === wanted)?.metrics ?? {});
  return {
    name,
    inSample: of('in-sample'),
    outOfSample: of('out-of-sample'),
    whole: pick(metrics),
  };
}

const pick = (of: Figures) =>
  Object.fromEntries(figures.map((name) => [name, of[name] ?? null])) as Record<
    (typeof figures)[number],
    number | null
  >;

/** Sorts undefined values last. */
function compare(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one - other;
}

/** Compares the best Sharpe ratio with what the same number of attempts gives by chance. */
function multipleTesting(candidates: readonly Candidate[], tries: number) {
  const known = candidates.flatMap(({ name, bars, periodsPerYear, metrics }) => {
    const { sharpe, skewness, excessKurtosis } = metrics;
    if (sharpe == null || skewness == null || excessKurtosis == null) return [];
    const perPeriod = sharpe / Math.sqrt(periodsPerYear);
    return [
      { name, sharpe: perPeriod, observations: bars, skewness, excessKurtosis, periodsPerYear },
    ];
  });
  const best = known.toSorted((one, other) => other.sharpe - one.sharpe)[0];
  const notice =
    `The best of ${tries} attempts looks better than it is, because part of its result is luck. With a deflated ` +
    'Sharpe ratio below 0.95, there is no evidence that it is better than chance. Earlier attempts that you ' +
    'left out also count, but are not included here.';
  if (!best) return { tries, best: null, luckySharpe: null, deflatedSharpe: null, notice };
  const lucky = luckySharpe(known.map(({ sharpe }) => sharpe));
  return {
    tries,
    best: best.name,
    luckySharpe: shown(lucky * Math.sqrt(best.periodsPerYear)),
    deflatedSharpe: shown(probabilityAbove(best, lucky)),
    notice,
  };
}

/**
 * Walk-forward: trades each fold with the candidate whose mean Sharpe ratio over the earlier folds is the best. Null if
 * the backtests do not have the same folds.
 */
function walkForward(candidates: readonly Candidate[]) {
  const folds = candidates.map(({ parts }) => parts.filter(({ name }) => name.startsWith('fold ')));
  const count = folds[0]?.length ?? 0;
  if (count < 2 || folds.some(({ length }) => length !== count)) return null;
  const steps = Array.from({ length: count - 1 }, (_, index) => {
    const fold = index + 1;
    const scores = folds.map((parts) => meanSharpe(parts.slice(0, fold)));
    const best = scores.indexOf(Math.max(...scores));
    const { name, metrics } = folds[best]![fold]!;
    return { fold: name, chosen: candidates[best]!.name, return: metrics['totalReturn'] ?? 0 };
  });
  const growth = steps.reduce((product, step) => product * (1 + step.return), 1);
  return { steps, totalReturn: shown(growth - 1) };
}

/** A fold without a Sharpe ratio, such as one without trades, counts as 0. */
function meanSharpe(parts: Candidate['parts']): number {
  return parts.reduce((sum, { metrics }) => sum + (metrics['sharpe'] ?? 0), 0) / parts.length;
}
