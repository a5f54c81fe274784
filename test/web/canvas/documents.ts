import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import type { Pipeline, PipelineDocument } from '../../../contracts/pipelines/pipeline.ts';

/** A checked document of nodes that only compute. */
export function documentOf(
  edges: PipelineDocument['edges'],
  { ids = ['a', 'b', 'c'] }: { ids?: string[] } = {},
): Pipeline {
  return pipelineSchema.parse({
    name: 'test',
    nodes: ids.map((id) => ({ id, kind: 'transform', value: id })),
    edges,
  });
}
