/** Temporal takes 400 bytes, and encryption adds to them. */
const mostBytes = 200;

/** What a call or a run is about, as long as Temporal takes it: names of users are up to 256 characters. */
export function shortSummary(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return text;
  // A character that was cut in two is left out.
  return `${bytes
    .subarray(0, mostBytes)
    .toString()
    .replace(/\uFFFD$/, '')}…`;
}
