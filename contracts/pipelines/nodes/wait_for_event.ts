import { z } from 'zod';
import { eventNameSchema, eventSendersSchema } from '../../triggers/event-name.ts';
import { defineNodeKind, durationSchema, expressionSchema, nodeBase } from './base.ts';
import { nodePorts } from './ports.ts';

/**
 * Waits for an event that is published after the node was reached; it takes no slot, and survives a restart. Its
 * output is `{received, data, id, at}`, or `{received: false}` if none came in time.
 */
export const waitForEvent = defineNodeKind({
  title: 'Wait for event',
  description: 'Waits for an event by its name, with a filter',
  schema: z
    .strictObject({
      ...nodeBase,
      kind: z.literal('wait_for_event'),
      /** The name of the event. */
      event: eventNameSchema,
      /** An expression, also over `event`, that is true for the event to wait for. Default: the first event. */
      when: expressionSchema.optional(),
      /** Who may send it: users, roles and groups; default: everyone who may send events. */
      from: eventSendersSchema.optional(),
      timeout: durationSchema.default('24h'),
      /** What happens when none has come in time. */
      onTimeout: z.enum(['port', 'fail']).default('port'),
    })
    .omit({ retry: true, onOutage: true, outageTimeout: true }),
  ports: nodePorts.wait_for_event,
  example: {
    id: 'paid',
    kind: 'wait_for_event',
    event: 'invoice.paid',
    when: 'event.data.invoice == inputs.invoice',
    timeout: '7d',
  },
});
