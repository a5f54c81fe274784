import type { NodeView, StepView } from '../../../../../contracts/api/index.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import {
  attemptOf,
  delegationOf,
  isWithin,
  parentOf,
  plainPath,
  withoutPart,
} from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { useChild } from '../use-child.ts';

export type OpenNode = {
  /** How it stands; undefined for a delegation, of which its steps tell. */
  node: NodeView | undefined;
  /** What the document says of it. */
  definition: PipelineNode | undefined;
  /** The name of the pipeline that it is a node of. */
  pipeline: string | undefined;
  /** Whether a model speaks in it, so that there is a conversation. */
  speaks: boolean;
  /** What was done in it, and in what is inside of it. */
  steps: StepView[];
};

/** What is at a node path, in the run's own pipeline or in a child's. */
export function useNode(nodePath: string): OpenNode {
  const { run, steps } = useRunContext();
  const path = plainPath(nodePath);
  const isDelegation = delegationOf(path) !== undefined;
  const above = isDelegation ? '' : parentOf(path);
  const { child } = useChild(above);
  const pipeline = above === '' ? run : child;
  const id = withoutPart(path.split('/').at(-1) ?? '');
  const definition = isDelegation
    ? undefined
    : pipeline?.document.nodes.find((node) => node.id === id);
  return {
    node: isDelegation ? undefined : pipeline?.nodes.find((node) => node.id === id),
    definition,
    pipeline: above === '' ? run.pipeline : child?.document.name,
    speaks: isDelegation || definition?.kind === 'agent' || definition?.kind === 'model',
    steps: steps.filter((step) => isInside(step.nodePath, nodePath)),
  };
}

/** Whether a step belongs to a node; one attempt of a node has only its own. */
function isInside(stepPath: string, nodePath: string): boolean {
  const isAttempt = attemptOf(nodePath) > 1;
  const path = isAttempt ? stepPath : plainPath(stepPath);
  const wanted = isAttempt ? nodePath : plainPath(nodePath);
  return isWithin(path, wanted);
}
