import { z } from 'zod';
import { defineNodeKind, nodeBase, nodeSideEffectsSchema, templateSchema } from './base.ts';
import { freeId, notAnIdentifier, reservedName } from './reserved-names.ts';
import { nodePorts } from './ports.ts';

/** A call that follows in a chain. */
const nextCall = z.strictObject({
  /** The later calls read the answer as `calls.<id>`; that of the first call has the id of the node. */
  id: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, notAnIdentifier)
    .regex(freeId, reservedName)
    .max(64),
  tool: z.string().min(1),
  args: templateSchema.default({}),
});
export type NextCall = z.infer<typeof nextCall>;

/** One tool run with given arguments, or several, one after the other, as one step. */
export const tool = defineNodeKind({
  title: 'Tool',
  description: 'Runs one tool, or several as a chain',
  schema: z.strictObject({
    ...nodeBase,
    kind: z.literal('tool'),
    /** `calculate`, or `calculate@1` for a certain version. */
    tool: z.string().min(1),
    /** The tool's arguments, or one expression that returns them. */
    args: templateSchema.default({}),
    /**
     * Calls that follow. Each may read the answers of those before it, and the node's output has the answers of all by
     * their ids.
     */
    next: z.array(nextCall).min(1).max(20).optional(),
    sideEffects: nodeSideEffectsSchema,
  }),
  ports: nodePorts.tool,
  example: {
    id: 'total',
    kind: 'tool',
    tool: 'calculate',
    args: { expression: '{{ inputs.net }} * 1.19' },
  },
});
