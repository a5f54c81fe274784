import { sampleCorrelation, sampleRankCorrelation } from 'simple-statistics';
import type { Bar } from '../market/market.ts';
import { orNull } from './numbers.ts';

/** With fewer common returns, the correlation would be meaningless. */
const fewest = 10;

/**
 * Correlation of the returns of two instruments on their common bars: Pearson's, with its 95 % interval (Fisher's z),
 * and Spearman's rank correlation. Null with too few returns.
 */
export function correlate(one: readonly Bar[], other: readonly Bar[]) {
  const closes = new Map(other.map(({ time, close }) => [time, close]));
  const common = one.flatMap(({ time, close }) => {
    const theirs = closes.get(time);
    return theirs === undefined ? [] : [[close, theirs] as const];
  });
  const returns = common.slice(1).map(([close, theirs], index) => {
    const [before, theirsBefore] = common[index]!;
    return [close / before - 1, theirs / theirsBefore - 1] as const;
  });
  if (returns.length < fewest) {
    return { observations: returns.length, pearson: null, interval95: null, spearman: null };
  }
  const [ours, theirs] = [returns.map(([x]) => x), returns.map(([, y]) => y)];
  const pearson = orNull(sampleCorrelation(ours, theirs));
  return {
    observations: returns.length,
    pearson,
    interval95: pearson === null ? null : fisherInterval(pearson, returns.length),
    spearman: orNull(sampleRankCorrelation(ours, theirs)),
  };
}

function fisherInterval(correlation: number, count: number) {
  const z = Math.atanh(Math.max(-1 + 1e-12, Math.min(1 - 1e-12, correlation)));
  const width = 1.959963984540054 / Math.sqrt(count - 3);
  return { low: Math.tanh(z - width), high: Math.tanh(z + width) };
}
