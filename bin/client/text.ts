import { stringify } from 'yaml';

/** `820 ms`, `3.2 s`, `2 min 5 s`, `3 h 10 min`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * An instant in UTC: `09:08:07 UTC` of today, `2026-01-31 09:08:07 UTC` of another day.
 * @param instant in UTC, such as `2026-01-31T09:08:07Z`.
 */
export function clockText(instant: string, now = new Date()): string {
  const [day, time] = [instant.slice(0, 10), instant.slice(11, 19)];
  return now.toISOString().startsWith(day) ? `${time} UTC` : `${day} ${time} UTC`;
}

/** The time between two instants; undefined while one is missing. */
export function spanText(start: string | null, end: string | null): string | undefined {
  if (start === null || end === null) return undefined;
  return durationText(Date.parse(end) - Date.parse(start));
}

/** A value for people to read: text as it is, else YAML, each line after `margin`. */
export function valueLines(value: unknown, margin = '  '): string[] {
  const text =
    typeof value === 'string' ? value : stringify(value, { lineWidth: 0, blockQuote: 'literal' });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${margin}${line}`.trimEnd());
}

/**
 * Parts in as few lines of `columns` characters as hold them, each after `margin`. A part stays whole, and is alone
 * where it is longer than a line.
 */
export function wrappedLines(
  parts: readonly string[],
  { columns, margin }: { columns: number; margin: string },
): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && joined.length <= columns) lines[lines.length - 1] = joined;
    else lines.push(margin + part);
  }
  return lines;
}

/** Rows as columns that are as wide as they need to be; the last one is not filled up. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
