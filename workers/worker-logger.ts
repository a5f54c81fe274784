import { inspect } from 'node:util';
import { DefaultLogger } from '@temporalio/worker';
import type { Redactor } from '../telemetry/redactor.ts';

/**
 * What workers have to say, one line an entry, without secrets.
 * @param write is given each line with its end.
 */
export function createWorkerLogger(
  redactor: Redactor,
  write: (line: string) => void,
): DefaultLogger {
  return new DefaultLogger('INFO', ({ level, message, meta, timestampNanos }) => {
    const time = new Date(Number(timestampNanos / 1_000_000n)).toISOString();
    const details = meta ? ` ${describe(redactor.value(meta))}` : '';
    write(redactor.text(`${time} ${level} ${message}${details}`) + '\n');
  });
}

function describe(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: Infinity });
}
