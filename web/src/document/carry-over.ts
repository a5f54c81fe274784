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

/**
 * A text in the way in which somebody has written it, with what changes between two texts that are written another
 * way: `normal` says the same as `written`, `changed` what it is to say. Lines that do not change stay as they are
 * written. Undefined where the texts differ too much.
 */
export function carryOver(written: string, normal: string, changed: string): string | undefined {
  const own = written.split('\n');
  const before = normal.split('\n');
  const after = changed.split('\n');
  const inOwn = matchLines(before, own);
  const inAfter = matchLines(before, after);
  if (!inOwn || !inAfter) return undefined;
  const result: string[] = [];
  let last = { before: -1, own: -1, after: -1 };
  for (const joint of joints(inOwn, inAfter, { own: own.length, after: after.length })) {
    const ours = own.slice(last.own + 1, joint.own);
    const between = {
      before: before.slice(last.before + 1, joint.before),
      after: after.slice(last.after + 1, joint.after),
    };
    result.push(...merged(ours, between));
    if (joint.before < before.length) result.push(own[joint.own]!);
    last = joint;
  }
  return result.join('\n');
}

/** The lines between two that all three texts have: as they are written where nothing changes there. */
function merged(own: string[], { before, after }: { before: string[]; after: string[] }): string[] {
  if (before.join('\n') === after.join('\n')) return own;
  if (own.length !== before.length) return after;
  // Line for line the same, written another way: only the lines that change are taken.
  const result = [...after];
  for (const [line, match] of (matchLines(before, after) ?? []).entries()) {
    if (match !== undefined) result[match] = own[line]!;
  }
  return result;
}

type Joint = { before: number; own: number; after: number };

/** The lines that all three texts have, and their ends. */
function joints(
  inOwn: (number | undefined)[],
  inAfter: (number | undefined)[],
  lengths: { own: number; after: number },
): Joint[] {
  const shared = inOwn.flatMap((own, before) => {
    const after = inAfter[before];
    return own === undefined || after === undefined ? [] : [{ before, own, after }];
  });
  return [...shared, { before: inOwn.length, ...lengths }];
}
