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
