import { z } from 'zod';
import { defineNodeKind, nodeBase, pinnedVersionSchema, templateSchema } from './base.ts';
import { nodePorts } from './ports.ts';

/** Runs another pipeline as a child and gives its output. */
export const pipeline = defineNodeKind({
  title: 'Pipeline',
  description: 'Runs another pipeline',
  schema: z
    .strictObject({
      ...nodeBase,
      kind: z.literal('pipeline'),
      pipeline: z.string().min(1),
      version: pinnedVersionSchema,
      inputs: templateSchema.default({}),
    })
    .omit({ retry: true }),
  ports: nodePorts.pipeline,
  example: {
    id: 'answer',
    kind: 'pipeline',
    pipeline: 'answer-ticket',
    inputs: { ticket: '4711' },
  },
});
