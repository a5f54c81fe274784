import type { Redactor } from './redactor.ts';

/** A stream for a logger that writes lines, each without secrets. */
export function redactedStream(
  destination: { write(text: string): unknown },
  redactor: Pick<Redactor, 'text'>,
): { write(line: string): void } {
  return { write: (line) => void destination.write(redactor.text(line)) };
}
