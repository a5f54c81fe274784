/** Texts that differ in more lines than this are not compared further. */
const maximumDifferences = 600;

/**
 * Which line of `after` each line of `before` is, in order; undefined for those that are gone. The longest such
 * match (Myers, An O(ND) Difference Algorithm, 1986). Undefined for texts that differ too much.
 */
export function matchLines(
  before: readonly string[],
  after: readonly string[],
): (number | undefined)[] | undefined {
  const [n, m] = [before.length, after.length];
  /** By diagonal `x - y`, how far `x` gets with so many differences. */
  let reach = new Map([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let differences = 0; differences <= Math.min(n + m, maximumDifferences); differences += 1) {
    trace.push(new Map(reach));
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let x = startOf(reach, diagonal, differences);
      while (x < n && x - diagonal < m && before[x] === after[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (x >= n && x - diagonal >= m) return backtrack(trace, n, m);
    }
  }
  return undefined;
}

/** Whether a way comes from the diagonal above, by a line of `after`, and not by one of `before`. */
function comesFromAbove(
  reach: Map<number, number>,
  diagonal: number,
  differences: number,
): boolean {
  if (diagonal === -differences) return true;
  if (diagonal === differences) return false;
  return (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1);
}

function startOf(reach: Map<number, number>, diagonal: number, differences: number): number {
  return comesFromAbove(reach, diagonal, differences)
    ? (reach.get(diagonal + 1) ?? 0)
    : (reach.get(diagonal - 1) ?? 0) + 1;
}

function backtrack(trace: Map<number, number>[], n: number, m: number): (number | undefined)[] {
  const matches: (number | undefined)[] = Array.from({ length: n }, () => undefined);
  let [x, y] = [n, m];
  for (const [differences, reach] of [...trace.entries()].toReversed()) {
    const diagonal = x - y;
    const isDown = comesFromAbove(reach, diagonal, differences);
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const previousX = differences === 0 ? 0 : (reach.get(previous) ?? 0);
    const previousY = differences === 0 ? 0 : previousX - previous;
    const start = differences === 0 ? 0 : isDown ? previousX : previousX + 1;
    while (x > start) {
      x -= 1;
      y -= 1;
      matches[x] = y;
    }
    [x, y] = [previousX, previousY];
  }
  return matches;
}
