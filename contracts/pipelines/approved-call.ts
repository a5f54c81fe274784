import type { PipelineNode } from './nodes/index.ts';

// No zod here: workflows load it.

const approvedArgs = /^{{\s*nodes\.(\w+)\.output\.args\s*}}$/;

/** The node whose approved arguments these are, as the document has them; undefined where they are something else. */
export function approvedIn(args: unknown): string | undefined {
  return typeof args === 'string' ? approvedArgs.exec(args.trim())?.[1] : undefined;
}

/**
 * Finds the approval of exactly this call: the approval names the same tool, and the call uses the arguments that
 * were approved.
 * @param call.args as the document has them.
 * @returns its id; undefined if there is none.
 */
export function approvalOf(
  { tool, args }: { tool: string; args: unknown },
  nodes: readonly PipelineNode[],
): string | undefined {
  const id = approvedIn(args);
  const isOfTool = (node: PipelineNode) =>
    node.kind === 'approval' && node.id === id && node.tool === tool;
  return nodes.some(isOfTool) ? id : undefined;
}
