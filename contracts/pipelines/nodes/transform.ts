import { z } from 'zod';
import { defineNodeKind, nodeBase, templateSchema } from './base.ts';
import { nodePorts } from './ports.ts';

/** Computes a value from earlier ones by expressions. */
export const transform = defineNodeKind({
  title: 'Transform',
  description: 'Transforms data with expressions',
  schema: z
    .strictObject({ ...nodeBase, kind: z.literal('transform'), value: templateSchema })
    .omit({ retry: true, timeout: true, onOutage: true, outageTimeout: true }),
  ports: nodePorts.transform,
  example: {
    id: 'reply',
    kind: 'transform',
    value: { ticket: '{{ inputs.ticket }}', text: '{{ nodes.answer.output.text }}' },
  },
});
