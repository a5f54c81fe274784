import { patched } from '@temporalio/workflow';
import type { PipelineNode } from '../../contracts/pipelines/nodes/index.ts';
import { nodePorts, portOfFailed } from '../../contracts/pipelines/nodes/ports.ts';

/** The port by which a run goes on after a node that failed, where it does. */
export function wayAfterFailure({ kind, onError }: Pick<PipelineNode, 'kind' | 'onError'>): string {
  if (onError === 'port') return 'error';
  const [first] = nodePorts[kind];
  const port = portOfFailed(kind);
  // Runs of earlier versions have gone on as if it had been approved.
  return port === first || patched('failed-says-no') ? port : first;
}
