import { z } from 'zod';
import { triggerKindNames } from '../pipelines/triggers/kinds.ts';
import { firingStatuses } from '../triggers/firing.ts';
import { runStatuses } from '../runs/run.ts';
import {
  errorSchema,
  instantSchema,
  jsonObjectSchema,
  jsonSchema,
  listOf,
  pageQuery,
} from './values.ts';

const firingKinds = [...triggerKindNames, 'manual'] as const;

/** Why there is a run, where a trigger started it. */
export const runCauseSchema = z
  .object({
    trigger: z.string().describe('The id of the trigger, such as `desk.every_morning`'),
    kind: z.enum(firingKinds).describe('`manual`: a person fired it'),
    firing: z.string().describe('The id of the firing, in the history of the trigger'),
    at: instantSchema.describe('When it fired. For a schedule, the time that was set'),
    by: z.string().optional().describe('Who fired it, if somebody did'),
  })
  .meta({ id: 'RunCause' });

export const firingSchema = z
  .object({
    id: z.string().describe('The same for an event or a request that is sent again'),
    trigger: z.string(),
    kind: z.enum(firingKinds),
    at: instantSchema.describe('When it fired. For a schedule, the time that was set'),
    by: z.string().nullable().describe('Who fired it, if somebody did'),
    event: jsonObjectSchema.describe('What its expressions read under `event`'),
    status: z
      .enum(firingStatuses)
      .describe(
        '`pending`: its run has not started yet. `started`: its run has started. `skipped`: its run was left out. ' +
          '`failed`: its run could not start, and Baton does not try again',
      ),
    reason: z.string().nullable().describe('Why it waits, was skipped, or could not start its run'),
    failures: z.number().int().describe('How often it could not start its run'),
    retryAt: instantSchema.nullable().describe('When Baton tries again'),
    runId: z.string().describe('The run that it started, or will start'),
    createdAt: instantSchema,
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Firing' });
export type FiringView = z.infer<typeof firingSchema>;
export const firingListSchema = listOf(firingSchema, 'FiringList');

export const triggerSchema = z
  .object({
    id: z.string().describe('The pipeline and the id in its document: `desk.every_morning`'),
    pipeline: z.string(),
    name: z.string().describe('Its id in the document'),
    kind: z.enum(triggerKindNames),
    title: z.string().nullable(),
    text: z.string().describe('When it fires, in words'),
    definition: jsonObjectSchema.describe('As in the document, with defaults filled in'),
    user: z
      .string()
      .nullable()
      .describe(
        'The user of its runs: who stored the pipeline. Null for one that ships with Baton until you resume it',
      ),
    publishedBy: z.string().nullable().describe('Who stored the pipeline'),
    paused: z
      .object({ at: instantSchema, by: z.string().nullable() })
      .nullable()
      .describe('When it was paused, and by whom. Null if it is not paused'),
    problem: z.string().nullable().describe('Why it cannot fire now'),
    url: z.string().nullable().describe('The URL of a webhook'),
    secretAt: instantSchema.nullable().describe('When a webhook got its secret'),
    next: z.array(instantSchema).describe('The next times of a schedule, soonest first'),
    missed: z
      .number()
      .int()
      .describe(
        'Times of a schedule that were missed because Temporal was down for longer than `catchUp`',
      ),
    last: firingSchema.nullable().describe('The last time that it fired'),
  })
  .meta({ id: 'Trigger' });
export type TriggerView = z.infer<typeof triggerSchema>;

export const newSecretSchema = z
  .strictObject({
    keepOldMinutes: z
      .number()
      .int()
      .min(0)
      .max(7 * 24 * 60)
      .default(0)
      .describe('How long the previous secret stays valid too, so that callers can switch'),
  })
  .meta({ id: 'NewTriggerSecret' });
export const triggerSecretSchema = z
  .object({
    secret: z.string().describe('Store it now: it is not shown again'),
    url: z.string(),
    auth: z.enum(['signature', 'key']),
  })
  .meta({ id: 'TriggerSecret' });
export type TriggerSecret = z.infer<typeof triggerSecretSchema>;

/** What callers of a webhook are told. */
export const webhookAnswerSchema = z
  .object({
    firing: z.string().describe('The id of the firing, in the history of the trigger'),
    status: z.enum(firingStatuses),
    reason: z.string().nullable().describe('Why no run has started'),
    runId: z.string().nullable().describe('The run. Null if none starts'),
    run: z
      .object({
        status: z.enum(runStatuses),
        output: jsonSchema.nullable(),
        error: errorSchema.nullable(),
      })
      .nullable()
      .describe('The outcome of the run, if the webhook answers with the result'),
  })
  .meta({ id: 'WebhookAnswer' });

export const triggerListQuery = z.object({
  ...pageQuery,
  pipeline: z.string().min(1).optional().describe('The name of its pipeline'),
  kind: z.enum(triggerKindNames).optional(),
});
export const triggerListSchema = listOf(triggerSchema, 'TriggerList');
export const firingListQuery = z.object(pageQuery);
