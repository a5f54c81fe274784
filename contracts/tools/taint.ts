/**
 * The trust mark: the sources of content that others wrote and nobody has reviewed, such as `scrape_page https://example.org/`.
 * It travels with everything that depends on the content. Activities, records and the API carry it in the field `outside`.
 */
export type Taint = readonly string[];

/** The most sources that a mark names. */
const mostNamed = 20;

/** The union of several marks, each source once, in order of appearance. */
export function joinTaints(...marks: (Taint | null | undefined)[]): string[] {
  return [...new Set(marks.flatMap((mark) => mark ?? []))].slice(0, mostNamed);
}

/** The mark as a field to spread into an object; no field without sources. */
export function markOf(taint: Taint | null | undefined): { outside?: string[] } {
  return taint && taint.length > 0 ? { outside: [...taint] } : {};
}
