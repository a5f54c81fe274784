/** Edits that turn one text into another: insert, delete, replace, or swap two neighbours (OSA). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
      }
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** Longer names are not compared: the cost grows with the square of their length, and nobody types them. */
const longestName = 128;

/**
 * The candidate that a mistyped name most likely means: at most a third of its characters differ, whatever the case.
 * Undefined if no candidate is that close, or if the name is too long.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const [typed, meant] = [name.toLowerCase(), candidate.toLowerCase()];
    // The first letter is seldom the mistake, unless it is swapped: reader does not mean leader, and => means >=.
    const isSwapped = typed[0] === meant[1] && typed[1] === meant[0];
    const isOtherFirst = typed[0] !== meant[0] && !isSwapped;
    const distance = editDistance(typed, meant) + (isOtherFirst ? 1 : 0);
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

const listed = 10;

/** How a name that is not among the candidates can be fixed. */
export type Suggest = (name: string, candidates: Iterable<string>) => string;

/** `did you mean calculate?`, or `choose one of: …` with the first candidates, or a note that there are none. */
export const suggest: Suggest = (name, candidates) => {
  const all = [...candidates];
  const near = nearest(name, all);
  return near === undefined ? choices(all) : `did you mean ${near}?`;
};

function choices(all: string[]): string {
  if (all.length === 0) return 'there are none';
  const rest = all.length > listed ? `, and ${all.length - listed} more` : '';
  return `choose one of: ${all.slice(0, listed).join(', ')}${rest}`;
}

/** The most names in a list of mistakes that are compared with the candidates. */
export const comparedNames = 20;

/**
 * {@link suggest} for a list of mistakes. Because a request can make the list arbitrarily long, the names after the
 * first 20 are not compared with the candidates.
 */
export function suggestFirst(): Suggest {
  let left = comparedNames;
  return (name, candidates) => {
    left -= 1;
    return left >= 0 ? suggest(name, candidates) : choices([...candidates]);
  };
}
