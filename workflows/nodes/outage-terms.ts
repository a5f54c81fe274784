import { durationMs } from '../../contracts/base/duration.ts';
import type { PipelineNode } from '../../contracts/pipelines/nodes/index.ts';
import type { OutageTerms, RunPipelineInput } from '../../contracts/runs/run-input.ts';

type Settings = {
  onOutage?: 'wait' | 'fail' | undefined;
  outageTimeout?: string | undefined;
};

type CallingNode = Extract<PipelineNode, { onOutage?: unknown }>;

/**
 * How long the calls of a node wait for an outage to end: set by the node, otherwise by its pipeline, otherwise by
 * the node that runs the pipeline.
 */
export function outageTerms(node: CallingNode, run: RunPipelineInput): OutageTerms {
  const set = termsOf(node) ?? termsOf(run.pipeline ?? run.compiled.pipeline) ?? run.outage;
  const hasOwnTime = node.kind === 'agent' || node.kind === 'model';
  return {
    ...set,
    // The time of the others runs on meanwhile.
    ...(hasOwnTime && node.timeout !== undefined && { timeoutMs: durationMs(node.timeout) }),
  };
}

function termsOf({ onOutage, outageTimeout }: Settings): OutageTerms | undefined {
  if (outageTimeout !== undefined) return { limitMs: durationMs(outageTimeout) };
  if (onOutage === undefined) return undefined;
  return onOutage === 'fail' ? { limitMs: 0 } : {};
}
