import { z } from 'zod';
import { momentExample, momentMs } from '../../base/moment.ts';
import { defineNodeKind, durationSchema, nodeBase } from './base.ts';
import { nodePorts } from './ports.ts';

/** Waits for a time to pass, or until a moment; it takes no slot, and survives a restart. Its output is `{until}`. */
export const wait = defineNodeKind({
  title: 'Wait',
  description: 'Waits for a duration, or until a time',
  schema: z
    .strictObject({
      ...nodeBase,
      kind: z.literal('wait'),
      /** How long, counted from when the node is reached. */
      for: durationSchema.optional(),
      /** A moment with its offset, or an expression that gives one; a moment in the past ends the wait at once. */
      until: z.string().min(1).optional(),
    })
    .omit({ retry: true, timeout: true, onOutage: true, outageTimeout: true })
    .superRefine(({ for: duration, until }, context) => {
      if ((duration === undefined) === (until === undefined)) {
        const message = 'give either for, such as 15m, or until';
        context.addIssue({ code: 'custom', path: ['for'], message });
      }
      if (until === undefined || until.includes('{{') || momentMs(until) !== undefined) return;
      const message = 'must be a time with its offset';
      const fix = `write ${momentExample}, or an {{ expression }} that gives such a time`;
      context.addIssue({ code: 'invalid_format', format: 'moment', path: ['until'], message, fix });
    }),
  ports: nodePorts.wait,
  example: { id: 'pause', kind: 'wait', for: '15m' },
});
