import { inspect } from 'node:util';
import type { Redactor } from './redactor.ts';

/** Tells of an error that nobody caught without secrets, which Node would print, and ends the process as Node does. */
export function redactCrashes(redactor: Pick<Redactor, 'text'>): void {
  process.on('uncaughtException', (error) => {
    console.error(redactor.text(inspect(error)));
    process.exit(1);
  });
}
