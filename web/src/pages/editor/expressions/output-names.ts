import { z } from 'zod';
import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import { entryOf } from '../../../../../contracts/pipelines/catalog.ts';
import type { Json, JsonSchema } from '../../../../../contracts/base/json.ts';
import type {
  NodeKindName,
  NodeOf,
  PipelineNode,
} from '../../../../../contracts/pipelines/nodes/index.ts';
import { outputFormOf } from '../../../../../contracts/agents/outputs.ts';
import type { OutputForm } from '../../../../../contracts/agents/output-form.ts';
import { joined, namesOfSchema, namesOfValue } from './name-tree.ts';
import type { NameTree } from './name-tree.ts';
import { texts } from '../texts.ts';

/** What the names of an output follow from. */
export type OutputContext = {
  catalogue: Catalog | undefined;
  /** The nodes that lead to a node. */
  into: (id: string) => PipelineNode[];
};

type OutputNames<Kind extends NodeKindName> = (
  node: NodeOf<Kind>,
  context: OutputContext,
) => NameTree;

/** The names that the output of each kind of node is known to have; none where only a run can tell. */
const byKind: { [Kind in NodeKindName]: OutputNames<Kind> } = {
  agent: ({ agent, output }, { catalogue }) => {
    const form = output ?? (catalogue && entryOf(catalogue.agents, agent)?.output);
    return form ? namesOfForm(outputFormOf(form)) : { report: { detail: 'text' } };
  },
  model: ({ schema }) => (schema ? namesOfSchema(schema) : { text: { detail: 'text' } }),
  tool: () => ({}),
  approval: ({ tool }, { catalogue }) => ({
    ...(tool !== undefined && {
      args: {
        detail: texts.expressions.approved,
        below: namesOfSchema((catalogue && entryOf(catalogue.tools, tool)?.parameters) ?? {}),
      },
    }),
    decision: { detail: 'approved | rejected | expired' },
    by: { detail: texts.expressions.decidedBy },
    comment: { detail: 'text' },
  }),
  condition: () => ({}),
  join: ({ id }, context) =>
    Object.fromEntries(
      context
        .into(id)
        .map((node) => [
          node.id,
          { detail: texts.expressions.branchOutput, below: outputNames(node, context) },
        ]),
    ),
  transform: ({ value }) => namesOfValue(value),
  map: () => ({}),
  wait: () => ({ until: { detail: texts.expressions.waitedUntil } }),
  pipeline: ({ pipeline }, { catalogue }) =>
    namesOfValue(catalogue && entryOf(catalogue.pipelines, pipeline)?.output),
};

/** The names that a node's output is known to have. */
export function outputNames<Kind extends NodeKindName>(
  node: NodeOf<Kind> & { kind: Kind },
  context: OutputContext,
): NameTree {
  return byKind[node.kind](node, context);
}

/** The names of a named form: those of all its variants, and which one it is where there are several. */
function namesOfForm({ variants }: OutputForm): NameTree {
  const names = Object.values(variants)
    .map(({ parameters }) => namesOfSchema(schemaOf(parameters)))
    .reduce(joined, {});
  const actions = Object.keys(variants);
  return actions.length > 1 ? { action: { detail: actions.join(' | ') }, ...names } : names;
}

function schemaOf(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
}
