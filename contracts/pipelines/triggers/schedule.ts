import { z } from 'zod';
import { durationBetween } from '../../base/duration-between.ts';
import { ownWords, withFix } from '../../base/own-words.ts';
import { cronProblem } from './cron.ts';
import { defineTriggerKind, triggerBase } from './base.ts';

const cronSchema = z
  .string()
  .max(200)
  .superRefine((text, context) => {
    const wrong = cronProblem(text);
    if (!wrong) return;
    const { message, fix } = wrong;
    context.addIssue({ code: 'invalid_format', format: 'cron', message, fix });
  });

const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, {
    error: (issue) =>
      withFix(
        issue,
        'is not a time zone',
        'write a name such as Europe/Berlin, America/New_York or UTC',
      ),
  });

/** A day of one year, or of every year. */
const daySchema = z
  .string()
  .regex(
    /^(?:\d{4}-)?\d{2}-\d{2}$/,
    ownWords('is not a day', 'write 2026-12-24, or 12-25 for every year'),
  )
  .refine(
    isDay,
    ownWords('is not a day in the calendar', 'write 2026-12-24, or 12-25 for every year'),
  );

/** Fires at the times of a cron expression. */
export const schedule = defineTriggerKind({
  title: 'Schedule',
  description: 'Starts a run at set times',
  schema: z.strictObject({
    ...triggerBase,
    kind: z.literal('schedule'),
    /** Five fields: minute, hour, day of the month, month, day of the week. */
    cron: z.union([cronSchema, z.array(cronSchema).min(1).max(10)]),
    /** The time zone of the times. */
    timeZone: timeZoneSchema.default('UTC'),
    /** Days on which it does not fire, such as holidays. */
    except: z.array(daySchema).max(400).optional(),
    /** The maximum random delay, so that not all schedules fire at once. */
    jitter: durationBetween('1s', '1h').optional(),
    overlap: triggerBase.overlap.default('skip'),
    /** How late a missed time still fires if Baton was down; older times are skipped. */
    catchUp: durationBetween('10s', '365d').default('1h'),
  }),
  example: { id: 'every_morning', kind: 'schedule', cron: '0 8 * * MON-FRI' },
});

function isTimeZone(name: string): boolean {
  // Temporal knows names of the time zone database alone, in capital letters and small ones.
  if (!/^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function isDay(text: string): boolean {
  const whole = text.length === 5 ? `2028-${text}` : text;
  const ms = Date.parse(`${whole}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(whole);
}
