import { z } from 'zod';
import { defineNodeKind, expressionSchema, nodeBase } from './base.ts';
import { nodePorts } from './ports.ts';

/** Leaves through `yes` or `no`. */
export const condition = defineNodeKind({
  title: 'Condition',
  description: 'Takes one of two branches, chosen by an expression',
  schema: z
    .strictObject({ ...nodeBase, kind: z.literal('condition'), when: expressionSchema })
    .omit({ retry: true, timeout: true, onOutage: true, outageTimeout: true }),
  ports: nodePorts.condition,
  example: {
    id: 'worth_it',
    kind: 'condition',
    when: 'nodes.decide.output.action in ["buy", "sell"]',
  },
});
