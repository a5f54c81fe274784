import { useCallback } from 'react';
import type { ExpressionContext } from '../../../../../contracts/expressions/index.ts';
import { useModel } from '../model/model.ts';
import { useSourceValues } from './source-run.ts';
import type { NameTree } from './name-tree.ts';
import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import type {
  PipelineNode,
  NodeKindName,
  NodeOf,
} from '../../../../../contracts/pipelines/nodes/index.ts';
import { graphOf } from '../../../../../contracts/pipelines/validation/graph.ts';
import type { Draft } from '../../../../../contracts/pipelines/validation/draft.ts';
import { joined, namesOfSchema, namesOfValue, namesOfVariants } from './name-tree.ts';
import { texts } from '../texts.ts';
import { z } from 'zod';
import { entryOf } from '../../../../../contracts/pipelines/catalog.ts';
import type { JsonSchema } from '../../../../../contracts/base/json.ts';
import { outputFormOf } from '../../../../../contracts/agents/outputs.ts';
import type { OutputForm } from '../../../../../contracts/agents/output-form.ts';
import { outputOf } from '../../../../../contracts/tools/known-outputs.ts';

/** What the names of an output follow from. */
type OutputContext = {
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
  // A chain answers with the answers of all its calls.
  tool: ({ tool, next }) => (next ? {} : namesOfSchema(outputOf(tool))),
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
  switch: () => ({}),
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
  loop: ({ pipeline }, { catalogue }) => ({
    ended: { detail: 'condition | rounds | time | money' },
    rounds: { detail: texts.expressions.rounds },
    last: lastRound(pipeline, catalogue),
  }),
  wait_for_event: () => ({
    received: { detail: 'true | false' },
    data: { detail: texts.expressions.eventData },
    id: { detail: 'text' },
    at: { detail: texts.expressions.eventAt },
  }),
  wait: () => ({ until: { detail: texts.expressions.waitedUntil } }),
  pipeline: ({ pipeline }, { catalogue }) =>
    namesOfValue(catalogue && entryOf(catalogue.pipelines, pipeline)?.output),
};

/** What the last round of a loop gave. */
function lastRound(pipeline: string, catalogue: Catalog | undefined): NameTree[string] {
  const below = namesOfValue(catalogue && entryOf(catalogue.pipelines, pipeline)?.output);
  return { detail: texts.expressions.lastRound, below };
}

/** The names that a node's output is known to have. */
function outputNames<Kind extends NodeKindName>(
  node: NodeOf<Kind> & { kind: Kind },
  context: OutputContext,
): NameTree {
  return byKind[node.kind](node, context);
}

/** The names of a named form: those of all its variants, and which one it is where there are several. */
function namesOfForm({ variants }: OutputForm): NameTree {
  const each = Object.entries(variants).map(([value, { parameters }]) => ({
    value,
    names: namesOfSchema(schemaOf(parameters)),
  }));
  return each.length > 1 ? namesOfVariants('action', each) : (each[0]?.names ?? {});
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

function schemaOf(type: z.ZodType): JsonSchema {
  const known = schemas.get(type);
  if (known) return known;
  const schema = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  schemas.set(type, schema);
  return schema;
}

/**
 * Tells the names that the expressions of a node can start from; without a node, those of the run's output. They are
 * looked for when somebody asks, and not at every letter.
 */
export function useScope(reader: string | undefined): () => NameTree {
  const { drawn, catalogue } = useModel();
  const last = useSourceValues(reader)?.values;
  return useCallback(
    () => scopeOf(drawn.draft, { catalogue, reader, last }),
    [drawn, catalogue, reader, last],
  );
}

/**
 * The names that an expression can start from.
 * @param options.reader the node that reads; left out, the run's output, which can read every node.
 * @param options.last what the last run gave, where there was one.
 */
export function scopeOf(
  draft: Draft,
  options: {
    catalogue: Catalog | undefined;
    reader?: string | undefined;
    last?: ExpressionContext | undefined;
  },
): NameTree {
  const { catalogue, reader, last } = options;
  const { into } = graphOf(draft);
  const byId = new Map(draft.nodes.map(({ node }) => [node.id, node]));
  const sources = (id: string): PipelineNode[] =>
    (into.get(id) ?? []).flatMap((source) => byId.get(source) ?? []);
  const readable = reader === undefined ? [...byId.keys()] : before(reader, into);
  const nodes = readable.flatMap((id): [string, NameTree[string]][] => {
    const node = byId.get(id);
    if (!node) return [];
    const known = outputNames(node, { catalogue, into: sources });
    const seen = namesOfValue(last?.nodes[id]?.output);
    return [[id, nodeNames(node, joined(known, seen))]];
  });
  const inputs = joined(namesOfSchema(draft.inputs), namesOfValue(last?.inputs));
  return {
    inputs: { detail: texts.expressions.input, below: inputs },
    nodes: { detail: texts.expressions.nodes, below: Object.fromEntries(nodes) },
    run: { detail: texts.expressions.run, below: { id: { detail: 'text' } } },
    ...eventNames(byId.get(reader ?? '')),
    ...roundNames(byId.get(reader ?? ''), catalogue),
  };
}

/** What the filter of a node that waits for an event can read of it. */
function eventNames(node: PipelineNode | undefined): NameTree {
  if (node?.kind !== 'wait_for_event') return {};
  const below = {
    data: { detail: texts.expressions.eventData },
    id: { detail: 'text' },
    at: { detail: texts.expressions.eventAt },
  };
  return { event: { detail: texts.expressions.event, below } };
}

/** What a loop can read of its rounds. */
function roundNames(node: PipelineNode | undefined, catalogue: Catalog | undefined): NameTree {
  if (node?.kind !== 'loop') return {};
  const below = {
    number: { detail: texts.expressions.roundNumber },
    last: lastRound(node.pipeline, catalogue),
  };
  return { round: { detail: texts.expressions.round, below } };
}

function nodeNames({ title, kind }: PipelineNode, output: NameTree): NameTree[string] {
  return {
    detail: title ?? kind,
    below: {
      output: { detail: texts.expressions.output, below: output },
      status: { detail: 'completed | failed | skipped' },
      error: {
        detail: texts.expressions.error,
        below: { type: { detail: 'text' }, message: { detail: 'text' } },
      },
    },
  };
}

/** The nodes that lead to a node, directly or through others. */
export function before(id: string, into: Map<string, string[]>): string[] {
  const found = new Set(into.get(id));
  for (const source of found) for (const earlier of into.get(source) ?? []) found.add(earlier);
  found.delete(id);
  return [...found];
}
