import { drawdownsOf } from './returns.ts';

/**
 * A drawdown from a peak until that level is reached again. `depth` is a negative fraction; `recovered` is null if it
 * has not been reached.
 */
export type DrawdownEpisode = {
  depth: number;
  peak: string;
  trough: string;
  recovered: string | null;
  /** Number of bars from the peak to the recovery, or to the last bar. */
  bars: number;
};

/** The `count` deepest drawdowns, deepest first. */
export function drawdownEpisodes(
  values: ArrayLike<number>,
  times: readonly string[],
  count: number,
): DrawdownEpisode[] {
  const drawdowns = drawdownsOf(values);
  const episodes: DrawdownEpisode[] = [];
  let peak = 0;
  let trough = 0;
  const add = (end: number, recovered: boolean) => {
    if (drawdowns[trough]! >= 0) return;
    episodes.push({
      depth: drawdowns[trough]!,
      peak: times[peak]!,
      trough: times[trough]!,
      recovered: recovered ? times[end]! : null,
      bars: end - peak,
    });
  };
  for (let index = 0; index < drawdowns.length; index += 1) {
    if (drawdowns[index]! < 0) {
      if (drawdowns[index]! < drawdowns[trough]!) trough = index;
      continue;
    }
    add(index, true);
    peak = index;
    trough = index;
  }
  if (drawdowns.length > 0) add(drawdowns.length - 1, false);
  return episodes.toSorted((one, other) => one.depth - other.depth).slice(0, count);
}
