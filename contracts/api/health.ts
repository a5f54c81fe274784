import { z } from 'zod';
import { domainNotes } from '../domain-notes.ts';

export const healthSchema = z.object({ status: z.literal('alive') }).meta({ id: 'Health' });

const checkSchema = z.object({
  name: z.enum(['database', 'temporal', 'workers', 'redis', 'memory', 'disk']),
  status: z
    .enum(['ok', 'degraded', 'missing'])
    .describe('missing: runs cannot continue. degraded: runs continue, with limitations'),
  detail: z.string(),
  fix: z.string().optional(),
});
export type ReadinessCheck = z.infer<typeof checkSchema>;

const restartSchema = z
  .object({
    part: z
      .enum(['baton', 'temporal'])
      .describe('All of Baton, or the Temporal server that it started'),
    reason: z.string().describe('Why it stopped, with the log to read'),
    at: z.iso.datetime().describe('When it was last restarted'),
    count: z.int().positive().describe('Number of restarts since a person started Baton'),
  })
  .meta({ id: 'Restart' });
/** A part of `npm start` that ended by itself, and was started again. */
export type Restart = z.infer<typeof restartSchema>;

const noteFields: object = Object.fromEntries(
  domainNotes.map(({ name }) => [name, z.string().nullable()]),
);

export const readinessSchema = z
  .object({
    ready: z.boolean(),
    checks: z.array(checkSchema),
    restarts: z.array(restartSchema),
    models: z
      .object({
        chain: z.array(z.string()).describe('Tried in this order'),
        missing: z
          .array(z.string())
          .describe('Models of the chain without a configured provider, with what to set'),
        demo: z.boolean().describe('True when only the demo model answers: no LLM'),
      })
      .nullable()
      .describe('Null until a worker has reported'),
    ...noteFields,
  })
  .meta({ id: 'Readiness' });
/** What `/ready` answers: all of it to who may read, and else only whether. */
export const readinessAnswerSchema = z.union([
  readinessSchema,
  z.strictObject({ ready: z.boolean() }).meta({ id: 'ReadinessInBrief' }),
]);
export type Readiness = z.infer<typeof readinessSchema>;
