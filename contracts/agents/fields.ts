import { z } from 'zod';
import { durationBetween } from '../base/duration-between.ts';

/** A list of names, none of them twice. */
export function nameList(most: number) {
  return z
    .array(z.string().max(200))
    .max(most)
    .superRefine((names, context) => {
      for (const [at, name] of names.entries()) {
        if (names.indexOf(name) === at) continue;
        const message = `"${name}" is in the list twice`;
        const fix = 'remove one of them';
        context.addIssue({ code: 'invalid_format', format: 'unique', path: [at], message, fix });
      }
    });
}

/** How long an agent may work on one task. */
export const timeLimit = durationBetween('1s', '30d');
