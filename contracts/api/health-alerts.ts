import { z } from 'zod';
import { acting } from '../base/acting-user.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { healthAlertKinds, leastRunsOfRate } from '../runs/health-alert.ts';
import { usdSchema } from './costs.ts';
import { instantSchema, listOf } from './values.ts';

const user = acting(userNameSchema.default(usualUser));
const pipeline = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Only runs of this pipeline. Default: all runs, and calls of the gateway');
const hours = z.number().int().min(1).max(720);

/** One object, and no union of two: who acts is only looked for in the fields of an object. */
export const newHealthAlertSchema = z
  .strictObject({
    kind: z.enum(healthAlertKinds),
    user,
    pipeline,
    percent: z
      .number()
      .min(0)
      .max(99)
      .optional()
      .describe(
        'The limit of a failure rate: fires when more of the runs fail or time out. Cancelled runs do not count',
      ),
    usd: z
      .number()
      .min(0)
      .max(1e9)
      .optional()
      .describe('The limit of a cost: fires when models cost more US dollars'),
    runs: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Of how many of the last runs a failure rate is'),
    hours: hours
      .optional()
      .describe(
        `In how many hours runs cost so much (default 24), or ended, for a failure rate without \`runs\`, if ${leastRunsOfRate} or more did`,
      ),
  })
  .superRefine(({ kind, percent, usd, runs, hours: time }, context) => {
    const refuse = (path: string, message: string, fix: string) =>
      context.addIssue({ code: 'custom', path: [path], message, fix });
    const limit = kind === 'cost' ? 'usd' : 'percent';
    const other = kind === 'cost' ? 'percent' : 'usd';
    const given = { percent, usd };
    if (given[limit] === undefined) refuse(limit, 'is missing', `give the limit of a ${kind}`);
    if (given[other] !== undefined) refuse(other, `is not of a ${kind}`, `give ${limit} instead`);
    if (kind === 'cost' && runs !== undefined) refuse('runs', 'is not of a cost', 'give hours');
    if (kind === 'failure-rate' && (runs === undefined) === (time === undefined)) {
      refuse('runs', 'is one of two', 'give either runs or hours');
    }
  })
  .meta({ id: 'NewHealthAlert' });
export type NewHealthAlert = z.input<typeof newHealthAlertSchema>;

export const healthAlertSchema = z
  .object({
    id: z.string(),
    user: z.string(),
    kind: z.enum(healthAlertKinds),
    pipeline: z.string().nullable(),
    percent: z.number().nullable().describe('The limit of a failure rate'),
    usd: usdSchema.nullable().describe('The limit of a cost'),
    runs: z.number().int().nullable(),
    hours: z.number().int().nullable(),
    value: z
      .string()
      .nullable()
      .describe('Percent or US dollars as last seen; null if there are too few runs'),
    isAbove: z.boolean().describe('Whether it was above the limit when it was last seen'),
    checkedAt: instantSchema.nullable(),
    crossedAt: instantSchema.nullable().describe('When it last fired'),
    createdAt: instantSchema,
  })
  .meta({ id: 'HealthAlert' });
export type HealthAlertView = z.infer<typeof healthAlertSchema>;

export const healthAlertQuery = z.object({ user });
export const healthAlertListSchema = listOf(healthAlertSchema, 'HealthAlertList');
