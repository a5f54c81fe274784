/**
 * Where content came from that others wrote and nobody has checked, such as `scrape_page https://example.org/`: the
 * mark of all that rests on it. It travels with conversations, memories and the nodes of a run.
 */
export type Outside = readonly string[];

/** Sources that a mark names; more of them change nothing about it. */
const mostNamed = 20;

/** One mark of several: each source once, the first ones first. */
export function joinOutside(...marks: (Outside | null | undefined)[]): string[] {
  return [...new Set(marks.flatMap((mark) => mark ?? []))].slice(0, mostNamed);
}

/** The mark as a part of something that has none where nothing came from outside. */
export function markOf(outside: Outside | null | undefined): { outside?: string[] } {
  return outside && outside.length > 0 ? { outside: [...outside] } : {};
}
