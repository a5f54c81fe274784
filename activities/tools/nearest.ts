/** Edits (insert, delete, replace one character) that turn one text into the other: Levenshtein. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replace = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replace, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}

/** The name that was probably meant, or undefined when none is near. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(2, name.length / 3) ? best.candidate : undefined;
}
