import { z } from 'zod';
import { durationMs, durationPattern } from './duration.ts';
import { ownWords } from './own-words.ts';

/** A duration such as `30s`, `5m` or `24h` that is within bounds, themselves durations. */
export function durationBetween(least: string, most: string) {
  const fix = 'write a duration such as 30s, 5m, 24h or 2d';
  return z
    .string()
    .regex(durationPattern, ownWords('is not a duration', fix))
    .superRefine((text, context) => {
      if (!durationPattern.test(text)) return;
      const ms = durationMs(text);
      if (ms >= durationMs(least) && ms <= durationMs(most)) return;
      const message = `must be from ${least} to ${most}`;
      context.addIssue({ code: 'invalid_format', format: 'duration', message, fix });
    });
}
