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
 * Converts New York time, such as `2025-02-04 15:59:00`, to milliseconds since 1970; NaN if the text is not a time. In
 * the hour that is repeated when clocks are set back, the first one counts.
 */
export function fromNewYork(text: string): number {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (!Number.isFinite(asUtc)) return NaN;
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}

/** UTC offset of New York at a time, in milliseconds (negative). */
function offsetAt(instant: number): number {
  const given = Object.fromEntries(
    parts.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = given;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - instant;
}
