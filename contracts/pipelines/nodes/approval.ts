import { z } from 'zod';
import { defineNodeKind, durationSchema, nodeBase, templateSchema } from './base.ts';
import { approvalTermFields } from '../../tools/approval-terms-schema.ts';
import { nodePorts } from './ports.ts';

/** Waits until a person approves or rejects what it shows. */
export const approval = defineNodeKind({
  title: 'Approval',
  description: 'A person approves or rejects',
  schema: z
    .strictObject({
      ...nodeBase,
      timeout: durationSchema.default('24h'),
      kind: z.literal('approval'),
      /** The content that the person decides on. Its hash is part of the approval. */
      show: templateSchema,
      /** The tool that `args` are for: the approval form follows its schema, and the arguments are checked. */
      tool: z.string().min(1).optional(),
      /** The arguments that the person may change before approving. The result is `nodes.<id>.output.args`. */
      args: templateSchema.optional(),
      /** Who may decide. */
      approvers: z.array(z.string().min(1)).min(1).default(['operator']),
      ...approvalTermFields,
      /** What happens when nobody has decided in time. */
      onTimeout: z.enum(['reject', 'fail']).default('reject'),
    })
    .omit({ retry: true, onOutage: true, outageTimeout: true }),
  ports: nodePorts.approval,
  example: {
    id: 'confirm',
    kind: 'approval',
    show: '{{ nodes.decide.output }}',
    timeout: '24h',
    onTimeout: 'reject',
  },
});
