import type { NodeRunner } from './runner.ts';
import { render } from '../payload.ts';
import { runChildPipeline } from './child-pipeline.ts';

export const pipeline: NodeRunner<'pipeline'> = (node, context) => {
  const { id, pipeline: name } = node;
  const input = render(node.inputs, context.scope);
  return runChildPipeline({ id, path: context.nodePath, pipeline: name, input }, context);
};
