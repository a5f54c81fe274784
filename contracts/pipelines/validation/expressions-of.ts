import { expressionsIn } from '../../expressions/index.ts';
import type { ExpressionPlace, TemplateExpression } from '../../expressions/index.ts';
import type { Json } from '../../base/json.ts';
import type { NodeKindName, PipelineNode } from '../nodes/index.ts';
import type { Draft } from './draft.ts';
import type { Path } from '../../values/problem.ts';

/** The fields of each kind that hold templates. */
export const templateFields = {
  agent: ['task'],
  model: ['prompt', 'system'],
  tool: ['args', 'next'],
  approval: ['show', 'args'],
  condition: [],
  switch: [],
  join: [],
  transform: ['value'],
  pipeline: ['inputs'],
  map: ['items', 'args'],
  loop: ['inputs'],
  wait: ['until'],
  wait_for_event: [],
} satisfies Record<NodeKindName, string[]>;

/** The fields of each kind that hold an expression, without braces. */
export const expressionFields = {
  agent: [],
  model: [],
  tool: [],
  approval: [],
  condition: ['when'],
  switch: ['value'],
  join: [],
  transform: [],
  pipeline: [],
  map: [],
  loop: ['until'],
  wait: [],
  wait_for_event: ['when'],
} satisfies Record<NodeKindName, string[]>;

/** An expression of a document. `node` is the id of the node that reads it, none for the run's output. */
export type PlacedExpression = Pick<TemplateExpression, 'source' | 'error'> & {
  path: Path;
  node?: string;
  /** True where the expression must give true or false. */
  isCondition?: boolean;
  /** What it can read, where that is not what every node can. */
  place?: ExpressionPlace;
};

/** Every expression of a document. */
export function expressionsOf({
  nodes,
  output,
}: Pick<Draft, 'nodes'> & { output?: Draft['output'] }): PlacedExpression[] {
  const inNodes = nodes.flatMap(({ index, node }): PlacedExpression[] => {
    const fields = node as unknown as Record<string, Json | undefined>;
    const templates = templateFields[node.kind].flatMap((field) =>
      expressionsIn(fields[field] ?? null, ['nodes', index, field]),
    );
    const placed = templates.map((expression) => ({ ...expression, node: node.id }));
    const own = [...placed, ...plainExpressions(node, ['nodes', index])];
    return node.kind === 'loop' ? own.map((each) => ({ ...each, place: 'loop' as const })) : own;
  });
  return [...inNodes, ...expressionsIn(output ?? null, ['output'])];
}

/** The expressions that stand without braces. */
function plainExpressions(node: PipelineNode, path: Path): PlacedExpression[] {
  const placed = (source: string | undefined, field: Path, isCondition = true) =>
    source === undefined
      ? []
      : [{ path: [...path, ...field], source, node: node.id, ...(isCondition && { isCondition }) }];
  if (node.kind === 'condition') return placed(node.when, ['when']);
  if (node.kind === 'wait_for_event') {
    return placed(node.when, ['when']).map((each) => ({ ...each, place: 'wait' as const }));
  }
  if (node.kind === 'loop') return placed(node.until, ['until']);
  if (node.kind !== 'switch') return [];
  const cases = node.cases.flatMap(({ when }, index) => placed(when, ['cases', index, 'when']));
  return [...placed(node.value, ['value'], false), ...cases];
}
