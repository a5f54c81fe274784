import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import type { ExpressionContext } from '../../../../../contracts/expressions/index.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { graphOf } from '../../../../../contracts/pipelines/validation/graph.ts';
import type { Draft } from '../../../../../contracts/pipelines/validation/draft.ts';
import { joined, namesOfSchema, namesOfValue } from './name-tree.ts';
import type { NameTree } from './name-tree.ts';
import { outputNames } from './output-names.ts';
import { texts } from '../texts.ts';

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
  };
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
function before(id: string, into: Map<string, string[]>): string[] {
  const found = new Set(into.get(id));
  for (const source of found) for (const earlier of into.get(source) ?? []) found.add(earlier);
  found.delete(id);
  return [...found];
}
