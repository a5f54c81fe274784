import type { Stretch } from '../../../../db/trading/candles.ts';

/** What is missing of a wanted stretch, oldest first, where the given ones are there. */
export function missingStretches(there: readonly Stretch[], wanted: Stretch): Stretch[] {
  const missing: Stretch[] = [];
  let from = wanted.from;
  for (const stretch of there.toSorted((a, b) => a.from - b.from)) {
    if (stretch.until <= from) continue;
    if (stretch.from >= wanted.until) break;
    if (stretch.from > from) missing.push({ from, until: stretch.from });
    from = stretch.until;
  }
  if (from < wanted.until) missing.push({ from, until: wanted.until });
  return missing;
}
