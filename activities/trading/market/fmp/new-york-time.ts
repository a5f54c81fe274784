const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * The instant of a time in New York, such as `2025-02-04 15:59:00`, in milliseconds since 1970; NaN where the text is
 * none. Of the hour that a change of the clocks repeats it is the first.
 */
export function fromNewYork(text: string): number {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (!Number.isFinite(asUtc)) return NaN;
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}

/** How far New York is ahead of UTC at an instant, in milliseconds: below zero. */
function offsetAt(instant: number): number {
  const given = Object.fromEntries(
    parts.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = given;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - instant;
}
