import { z } from 'zod';
import { defineNodeKind, expressionSchema, nodeBase } from './base.ts';
import { notAnIdentifier } from './reserved-names.ts';
import { nodePorts } from './ports.ts';

/** The most cases of a switch, since its card shows a port for each. */
const maximumCases = 20;

const caseSchema = z.strictObject({
  /** The port of this case. */
  port: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, notAnIdentifier)
    .max(64),
  /** An expression that is true for this case. */
  when: expressionSchema.optional(),
  /** The value that the `value` of the switch is compared with. */
  is: z.json().optional(),
});

/**
 * Leaves through the port of the first case that matches, otherwise through `default`. Its output is the name of that
 * port.
 */
export const switchKind = defineNodeKind({
  title: 'Switch',
  description: 'Takes one of several branches: that of the first case that fits',
  schema: z
    .strictObject({
      ...nodeBase,
      kind: z.literal('switch'),
      /** An expression, whose value the cases are compared with. */
      value: expressionSchema.optional(),
      cases: z.array(caseSchema).min(1).max(maximumCases),
    })
    .omit({ retry: true, timeout: true, onOutage: true, outageTimeout: true }),
  ports: nodePorts.switch,
  example: {
    id: 'route',
    kind: 'switch',
    value: 'nodes.look.output.topic',
    cases: [
      { port: 'refund', is: 'refund' },
      { port: 'urgent', when: 'inputs.priority > 2' },
    ],
  },
});
