import { z } from 'zod';
import { acting } from '../../base/acting-user.ts';
import { alertComparisons, alertStatuses } from '../alerts.ts';
import { ownWords } from '../../base/own-words.ts';
import { userNameSchema } from '../../base/user.ts';
import { usualUser } from '../../base/usual-user.ts';
import { instantSchema, listOf } from '../../api/values.ts';

const symbolSchema = z
  .string()
  .regex(/\S/, { abort: true, ...ownWords('is empty', 'write a symbol such as SPX') })
  .trim()
  .toUpperCase()
  .min(1)
  .max(30);
const noteSchema = z
  .string()
  .regex(/\S/, { abort: true, ...ownWords('is empty', 'write a note or omit it') })
  .trim()
  .min(1)
  .max(500)
  .optional();
const user = acting(userNameSchema.default(usualUser));

export const alertSchema = z
  .object({
    id: z.string(),
    user: z.string(),
    runId: z.string().nullable().describe('The run, or the single call of a tool, that created it'),
    symbol: z.string(),
    comparison: z.enum(alertComparisons),
    price: z.string().describe('Exact, as decimal text'),
    note: z.string().nullable(),
    status: z.enum(alertStatuses),
    createdAt: instantSchema,
    firedAt: instantSchema.nullable(),
    firedPrice: z.string().nullable(),
    firedMarketTime: instantSchema.nullable().describe('In market time'),
    problem: z.string().nullable().describe('Why it cannot fire'),
  })
  .meta({ id: 'Alert' });
export type AlertView = z.infer<typeof alertSchema>;

export const alertQuery = z.object({ user });
export const alertListQuery = z.object({
  user,
  status: z.enum(alertStatuses).optional(),
  symbol: symbolSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export const alertListSchema = listOf(alertSchema, 'AlertList');

export const newAlertSchema = z
  .strictObject({
    user,
    symbol: symbolSchema,
    comparison: z
      .enum(alertComparisons)
      .describe('`=`: the price is reached or crossed, from either side'),
    price: z.number().min(1e-12).max(1e15),
    note: noteSchema.describe('A note for the notification'),
  })
  .meta({ id: 'NewAlert' });

const watchedSchema = z
  .object({ symbol: z.string(), note: z.string().nullable(), addedAt: instantSchema })
  .meta({ id: 'Watched' });
export const watchlistQuery = z.object({ user });
export const watchlistSchema = listOf(watchedSchema, 'Watchlist');
export const newWatchedSchema = z
  .strictObject({ user, symbol: symbolSchema, note: noteSchema })
  .meta({ id: 'NewWatched' });
