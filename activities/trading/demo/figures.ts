/** A number, or the number in a decimal string; undefined for anything else. */
export function figure(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Formats a number: `3,283.66`, or four significant digits below 1. */
export function show(value: number | undefined): string {
  if (value === undefined) return 'unknown';
  return Math.abs(value) >= 1 || value === 0
    ? value.toLocaleString('en-US', { maximumFractionDigits: 2 })
    : String(Number(value.toPrecision(4)));
}

/** Rounds to eight significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(8));
}

/** An instant to the minute: `2013-01-18 21:00 UTC`. Other texts stay as they are. */
export function instant(value: unknown): string {
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z$/, '$1 $2 UTC');
}
