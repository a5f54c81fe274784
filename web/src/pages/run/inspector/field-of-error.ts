import { excerpt } from '../../../../../contracts/expressions/excerpt.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { expressionsOf } from '../../../../../contracts/pipelines/validation/expressions-of.ts';

const refusedArgument = /^The arguments of \S+ are not valid\. ([\w.[\]-]+)/;

/** The field of a node that an error names, such as `args.url`: by its path, or by the expression that failed. */
export function fieldOfError(message: string, node: PipelineNode): string | undefined {
  const [, argument] = refusedArgument.exec(message) ?? [];
  if (argument !== undefined && 'args' in node) {
    return `args.${argument.replaceAll(/\[(\d+)\]/g, '.$1').replace(/\.$/, '')}`;
  }
  // Such as `The call was denied: limit: too high`.
  const named = argumentsOf(node).find((name) => `: ${message}`.includes(`: ${name}: `));
  if (named !== undefined) return `args.${named}`;
  const failed = expressionsOf({ nodes: [{ index: 0, node }] }).find(
    ({ source }) =>
      message.includes(`\`${excerpt(source)}\``) || message.startsWith(`"${source}" must give`),
  );
  return failed?.path.slice(2).join('.');
}

function argumentsOf(node: PipelineNode): string[] {
  const args = 'args' in node ? node.args : undefined;
  return typeof args === 'object' && args !== null ? Object.keys(args) : [];
}
