import { z } from 'zod';
import type { Bar } from '../../market/market.ts';

const wanted = 'write an ISO 8601 time such as 2026-03-02T10:00:00Z';
const price = z.number().positive();

const barSchema = z.strictObject({
  time: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(T\S+)?$/, wanted)
    .refine((text) => Number.isFinite(Date.parse(text)), wanted)
    .describe('When it opened, such as 2026-03-02T10:00:00Z'),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: z.number().nonnegative().default(0),
});

/** Bars instead of a symbol: oldest first, each with open and close between low and high. */
export const givenBars = z
  .array(barSchema)
  .min(1)
  .max(2000)
  .transform((bars) => bars.map((bar) => ({ ...bar, time: new Date(bar.time).toISOString() })))
  .superRefine((bars, context) => {
    for (const [index, bar] of bars.entries()) {
      const problem = problemOf(bar, bars[index - 1]);
      if (problem === undefined) continue;
      const [message, fix] = problem;
      context.addIssue({ code: 'custom', path: [index], message, fix });
      return;
    }
  });

/** What is wrong with a bar, and how to fix it; undefined if it is valid. */
function problemOf(
  { time, open, high, low, close }: Bar,
  before?: Bar,
): [string, string] | undefined {
  if (before && time <= before.time) {
    return [`opened at ${time}, which is not after ${before.time}`, 'give the bars oldest first'];
  }
  const fix = 'give a high and a low with open and close between them';
  if (high < Math.max(open, close)) return [`its high ${high} is below its open or close`, fix];
  if (low > Math.min(open, close)) return [`its low ${low} is above its open or close`, fix];
  return undefined;
}
