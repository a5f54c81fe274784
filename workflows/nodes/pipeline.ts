import { childKeyOf } from '../../contracts/pipelines/child-of.ts';
import { outageTerms } from './outage-terms.ts';
import type { NodeRunner } from './runner.ts';
import { render } from '../payload.ts';
import { runChildPipeline } from './child-pipeline.ts';

export const pipeline: NodeRunner<'pipeline'> = (node, context) => {
  const { id } = node;
  const name = childKeyOf(node) ?? '';
  const input = render(node.inputs, context.scope);
  const outage = outageTerms(node, context.run);
  return runChildPipeline({ id, path: context.nodePath, pipeline: name, input, outage }, context);
};
