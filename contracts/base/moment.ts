const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** An example of a moment, for error messages. */
export const momentExample = '2026-11-22T14:30:00Z';

/**
 * Milliseconds since the epoch of a moment with its offset, such as `2026-11-22T14:30:00Z`; undefined for any other
 * text. Without an offset, the moment would depend on the time zone of the reader.
 */
export function momentMs(text: string): number | undefined {
  const ms = momentPattern.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Whether a day exists: `Date.parse` turns February 30 into March 2. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
