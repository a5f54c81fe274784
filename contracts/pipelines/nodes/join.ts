import { z } from 'zod';
import { defineNodeKind, durationSchema, nodeBase } from './base.ts';
import { nodePorts } from './ports.ts';

/** Brings parallel branches together; its output maps the id of each arrived node to its output. */
export const join = defineNodeKind({
  title: 'Join',
  description: 'Waits for parallel branches',
  schema: z
    .strictObject({
      ...nodeBase,
      kind: z.literal('join'),
      /**
       * `all` waits until every branch has arrived or was skipped, `any` for the first branch, `quorum` for the
       * number in `quorum`; `best_effort` takes the branches that have arrived by the deadline.
       */
      mode: z.enum(['all', 'any', 'quorum', 'best_effort']).default('all'),
      quorum: z.number().int().min(1).optional(),
      /** Counted from the moment the first branch arrives. */
      deadline: durationSchema.optional(),
    })
    .omit({ retry: true, timeout: true, onOutage: true, outageTimeout: true })
    .superRefine((node, context) => {
      if ((node.mode === 'quorum') !== (node.quorum !== undefined)) {
        context.addIssue({
          code: 'custom',
          path: ['quorum'],
          message: 'give the number of branches only with mode quorum',
        });
      }
      if (node.mode === 'best_effort' && node.deadline === undefined) {
        context.addIssue({
          code: 'custom',
          path: ['deadline'],
          message: 'mode best_effort needs a deadline such as 2m',
        });
      }
    }),
  ports: nodePorts.join,
  example: { id: 'views', kind: 'join', mode: 'quorum', quorum: 2 },
});
