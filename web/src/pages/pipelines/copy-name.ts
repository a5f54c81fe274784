/** The longest name that a pipeline may have. */
const longest = 64;

/** A free name for a copy: `desk-copy`, then `desk-copy-2`. */
export function copyName(name: string, taken: readonly string[]): string {
  return freeName(`${name}-copy`, taken);
}

/** A name near the wanted one that no pipeline has. */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = wanted.slice(0, longest - suffix.length) + suffix;
    if (!taken.includes(name)) return name;
  }
}
