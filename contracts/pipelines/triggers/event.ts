import { z } from 'zod';
import { expressionSchema } from '../nodes/base.ts';
import { eventNameSchema, eventSendersSchema } from '../../triggers/event-name.ts';
import { defineTriggerKind, triggerBase } from './base.ts';

/** Fires when an event with this name is published, through the API or by a tool of another pipeline. */
export const event = defineTriggerKind({
  title: 'Event',
  description: 'Starts a run when an event is published',
  schema: z.strictObject({
    ...triggerBase,
    kind: z.literal('event'),
    /** The name of the event. */
    event: eventNameSchema,
    /** An expression over `event` that is true for the events that fire the trigger. Default: all events. */
    when: expressionSchema.optional(),
    /** Who may send it: users, roles and groups; default: everyone who may send events. */
    from: eventSendersSchema.optional(),
    overlap: triggerBase.overlap.default('allowAll'),
  }),
  example: { id: 'on_event', kind: 'event', event: 'report.ready' },
});
