import { z } from 'zod';
import { eventNameSchema } from '../triggers/event-name.ts';
import { firingSchema } from './triggers.ts';
import { jsonObjectSchema } from './values.ts';

export const newEventSchema = z
  .strictObject({
    name: eventNameSchema.describe('What triggers wait for, such as `report.ready`'),
    data: jsonObjectSchema.default({}).describe('What their expressions read as `event.data`'),
    id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'What happened once has one id: told of again, it fires nothing anew. Default: a new id',
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
  })
  .meta({ id: 'Event' });
