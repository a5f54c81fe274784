const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `500ms`, `30s`, `5m`, `24h` or `2d`; a fraction such as `1.5h` is allowed. */
export const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/**
 * Milliseconds of a duration such as `24h`.
 * @throws {RangeError} when the text is not a duration.
 */
export function durationMs(text: string): number {
  const match = durationPattern.exec(text);
  if (!match) throw new RangeError(`"${text}" is not a duration; write 500ms, 30s, 5m, 24h or 2d`);
  return Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
}
