import type { Candidate } from './candidate.ts';
import type { Figures } from '../../../../contracts/trading/backtest.ts';
import { shown } from '../../statistics/numbers.ts';
import { luckySharpe, probabilityAbove } from './deflated-sharpe.ts';
import { walkForward } from './walk-forward.ts';

const figures = ['sharpe', 'totalReturn', 'maxDrawdown', 'trades'] as const;

/** Backtests side by side, the best out-of-sample first, and what their number says of the best of them. */
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
    /** What somebody would have chosen who saw the in-sample part alone: its out-of-sample figures are honest. */
    bestInSample: chosen ?? null,
    walkForward: walkForward(candidates),
    multipleTesting: multipleTesting(candidates, tries),
  };
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

/** What is undefined is last. */
function compare(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one - other;
}

/** The best Sharpe ratio of all, against what as many tries give by chance. */
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
    `The best of ${tries} tries looks better than it is: part of it is luck. A deflated Sharpe ratio below 0.95 does ` +
    'not show that the best is any good. Strategies that were tried before and left out count too, and are not in here.';
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
