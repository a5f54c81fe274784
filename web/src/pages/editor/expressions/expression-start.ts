import { scanTemplate } from '../../../../../contracts/expressions/scan.ts';

/** Where the expression begins that a position of a template is in. */
export function expressionStart(text: string, position: number): number | undefined {
  const opening = text.lastIndexOf('{{', position - 1);
  if (opening < 0 || opening + 2 > position) return undefined;
  try {
    // Closed before the position, it is an expression that has ended.
    const parts = scanTemplate(text.slice(opening, position));
    return parts.length > 0 ? undefined : opening + 2;
  } catch {
    return opening + 2;
  }
}

/** Whether what was written ends within a text in quotes. */
export function isInQuotes(written: string): boolean {
  const closed = written.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
  return /["']/.test(closed);
}
