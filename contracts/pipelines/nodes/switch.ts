import { z } from 'zod';
import { defineNodeKind, expressionSchema, nodeBase } from './base.ts';
import { notAnIdentifier } from './reserved-names.ts';
import { nodePorts } from './ports.ts';

/** The most cases of a switch: its card has a way out for each. */
const maximumCases = 20;

/** Ports that every switch may have beside those of its cases. */
const taken = ['default', 'error'];

const caseSchema = z.strictObject({
  /** The way out that this case leads to. */
  port: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, notAnIdentifier)
    .max(64),
  /** An expression that is true for this case. */
  when: expressionSchema.optional(),
  /** What the `value` of the switch is compared with. */
  is: z.json().optional(),
});

/** Leaves through the port of the first case that fits, else through `default`. Its output is the name of that port. */
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
    .omit({ retry: true, timeout: true, onOutage: true, outageTimeout: true })
    .superRefine(({ value, cases }, context) => {
      const tell = (path: (string | number)[], message: string, fix: string) =>
        context.addIssue({ code: 'custom', path, message, fix });
      const seen = new Set<string>();
      for (const [index, { port, when, is }] of cases.entries()) {
        const place = ['cases', index];
        if (taken.includes(port)) {
          tell([...place, 'port'], `${port} is a port of its own`, 'choose another name');
        } else if (seen.has(port)) {
          const fix = 'give each case a port of its own, or write one case whose when has both';
          tell([...place, 'port'], `another case has the port ${port}`, fix);
        }
        seen.add(port);
        if ((when === undefined) === (is === undefined)) {
          const fix = 'give either when, an expression, or is, what value is compared with';
          tell(place, `the case ${port} needs when or is, and not both`, fix);
        }
      }
      const compares = cases.some(({ is }) => is !== undefined);
      if (compares && value === undefined) {
        const fix = 'write the expression whose value the cases are compared with';
        tell(['value'], 'value is missing; cases with is need it', fix);
      }
      if (!compares && value !== undefined) {
        tell(['value'], 'no case is compared with value', 'write is in a case, or remove value');
      }
    }),
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
