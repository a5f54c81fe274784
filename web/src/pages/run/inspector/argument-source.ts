import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';

/** All of a text as one expression that reads what a node gave: `{{ nodes.approval.output.args }}`. */
const oneOutput =
  /^\s*\{\{\s*nodes(?:\.(\w+)|\[\s*(['"])([^'"]+)\2\s*\])\.output(?:\.\w+)*\s*\}\}\s*$/;

/** The id of the node that all arguments of a node come from; undefined where they are written in it. */
export function argumentSource(node: PipelineNode): string | undefined {
  const args = 'args' in node ? (node.args as unknown) : undefined;
  const found = typeof args === 'string' ? oneOutput.exec(args) : null;
  return found?.[1] ?? found?.[3];
}
