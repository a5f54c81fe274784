import { ExternalLink } from 'lucide-react';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';

/** Kinds that run as a workflow of their own. */
const withWorkflow = new Set<PipelineNode['kind']>(['agent', 'pipeline']);

/** The page of a node in the Temporal UI: its own workflow's where it has one, else the run's. */
export function TemporalLink(props: { nodePath: string; definition: PipelineNode | undefined }) {
  const { nodePath, definition } = props;
  const { run } = useRunContext();
  if (run.temporalUrl === null) return null;
  const hasWorkflow = definition === undefined || withWorkflow.has(definition.kind);
  const own = `${run.temporalUrl}${encodeURIComponent(`/${nodePath}`)}`;
  return (
    <a
      href={hasWorkflow ? own : run.temporalUrl}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-accent underline"
    >
      {hasWorkflow ? texts.node.ownWorkflow : texts.node.runWorkflow}
      <ExternalLink aria-hidden className="size-3" />
    </a>
  );
}
