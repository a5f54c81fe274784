import { z } from 'zod';
import { eventNameSchema } from '../triggers/event-name.ts';
import { firingSchema } from './triggers.ts';
import { instantSchema, jsonObjectSchema } from './values.ts';

export const newEventSchema = z
  .strictObject({
    name: eventNameSchema.describe('The name of the event, such as `report.ready`'),
    data: jsonObjectSchema
      .default({})
      .describe('The data of the event, which expressions read as `event.data`'),
    id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'The id of the event: an event sent again with the same id fires nothing. Default: a new id',
      ),
  })
  .meta({ id: 'NewEvent' });

export const eventSchema = z
  .object({
    name: z.string(),
    id: z.string(),
    firings: z.array(firingSchema).describe('The triggers that it fired'),
    received: z
      .array(z.string())
      .describe('The nodes of runs that waited for it, as `<run>/<node path>`'),
    passedOver: z
      .array(
        z.object({
          id: z.string().describe('The trigger, or the waiting node as `<run>/<node path>`'),
          kind: z.enum(['trigger', 'wait']),
          reason: z.string(),
        }),
      )
      .default([])
      .describe(
        'Triggers and nodes that wait for events of this name, and why this one does not count for them: 100 at most',
      ),
    morePassedOver: z
      .int()
      .min(0)
      .default(0)
      .describe('How many more triggers and nodes it does not count for'),
  })
  .meta({ id: 'Event' });

/** What a run waits for, beside decisions of people. */
export const awaitedEventSchema = z
  .object({
    nodePath: z.string(),
    event: z.string().describe('The name of the event'),
    when: z.string().nullable().describe('The filter that is true for the event that counts'),
    from: z.array(z.string()).nullable().describe('Who may send it. Null: whoever may send events'),
    since: instantSchema,
    until: instantSchema.nullable().describe('When the node waits no longer'),
    problem: z
      .string()
      .nullable()
      .describe('Why the filter could not be worked out for the last event of the name'),
  })
  .meta({ id: 'AwaitedEvent' });
export type AwaitedEvent = z.infer<typeof awaitedEventSchema>;
