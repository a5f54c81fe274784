import { z } from 'zod';
import { defineNodeKind, nodeBase, templateSchema } from './base.ts';
import { nodePorts } from './ports.ts';

/** One tool run with given arguments. */
export const tool = defineNodeKind({
  title: 'Tool',
  description: 'Runs one tool',
  schema: z.strictObject({
    ...nodeBase,
    kind: z.literal('tool'),
    tool: z.string().min(1),
    /** The tool's arguments, or one expression that gives them. */
    args: templateSchema.default({}),
  }),
  ports: nodePorts.tool,
  example: {
    id: 'price',
    kind: 'tool',
    tool: 'get_price',
    args: { symbol: '{{ inputs.symbol }}' },
  },
});
