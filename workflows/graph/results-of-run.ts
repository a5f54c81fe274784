import type { Output } from '../../contracts/base/artifact.ts';
import { renderTemplate } from '../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../contracts/expressions/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { NodeState } from '../../contracts/runs/run.ts';

/** The document's output, or the outputs of the nodes that nothing follows. */
export function outputOf(
  pipeline: Pipeline,
  states: Map<string, NodeState>,
  scope: ExpressionContext,
): Output {
  if (pipeline.output !== undefined) return renderTemplate(pipeline.output, scope);
  const followed = new Set(pipeline.edges.map(({ from }) => from));
  const last = [...states.values()].filter(
    ({ id, status }) => status === 'completed' && !followed.has(id),
  );
  return Object.fromEntries(last.map(({ id, output }) => [id, output ?? null]));
}

/** What a run that did not complete had done: outputs, and what stopped nodes had found. */
export function partialOf(states: Map<string, NodeState>): JsonObject {
  const withWork = [...states.values()].filter(
    ({ output, partial }) => output !== undefined || partial !== undefined,
  );
  return {
    nodes: Object.fromEntries(
      withWork.map(({ id, output, partial }) => [id, output ?? partial ?? null]),
    ),
  };
}
