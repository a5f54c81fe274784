import type { Result } from '../measurement.ts';
import type { Machine } from './machine.ts';

/** The lines of a report for people. */
export function reportLines(machine: Machine, results: readonly Result[]): string[] {
  const { date, cores, processor, load, node, temporal, sdk } = machine;
  const rows = results.map((result) => [
    result.name,
    figureText(result, result.figure),
    `≤ ${figureText(result, result.target)}`,
    isMet(result) ? 'met' : 'MISSED',
    spreadText(result),
  ]);
  const heads = ['', 'figure', 'target', '', 'lowest – highest'];
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd();
  return [
    `${date} · ${cores} cores (${processor}), load ${load.toFixed(1)} at the start`,
    `Node ${node} · Temporal SDK ${sdk} · ${temporal}`,
    '',
    line(heads),
    ...rows.flatMap((row, index) => [
      line(row),
      ...(results[index]?.details ?? []).map((detail) => `    ${detail}`),
    ]),
    '',
    'Only ratios can be compared between machines and days.',
  ];
}

/** Whether a figure is what it should be. */
function isMet({ figure, target }: Pick<Result, 'figure' | 'target'>): boolean {
  return figure <= target;
}

function figureText({ unit }: Result, value: number): string {
  return `${value.toFixed(2)} ${unit}`;
}

function spreadText(result: Result): string {
  const { spread } = result;
  if (spread.length < 2) return '';
  return `${figureText(result, Math.min(...spread))} – ${figureText(result, Math.max(...spread))}`;
}
