import { ArrowRight } from 'lucide-react';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { Button } from '../../../components/controls/button.tsx';
import { JsonView } from '../../../components/values/json-view.tsx';
import { ResultView } from '../../../components/values/result-view.tsx';
import { useRunContext } from '../run-context.ts';
import { Interrupted } from '../steer/interrupted.tsx';
import { NodeApprovals } from './node-approvals.tsx';
import { Delegations } from './delegations.tsx';
import { DomainParts } from './domain-parts.tsx';
import { ErrorBox } from './error-box.tsx';
import { LiveNow } from './live-now.tsx';
import { Plan } from './plan.tsx';
import { Section } from './section.tsx';
import { useNode } from './use-node.ts';
import { texts } from '../texts.ts';

/** What a node was given and what it gave, with what can be done about it. */
export function NodeResult({ nodePath }: { nodePath: string }) {
  const { hasEnded, enter } = useRunContext();
  const { node, definition, speaks, steps } = useNode(nodePath);
  const isAlive = !hasEnded && (node === undefined || node.endedAt === null);
  const input = steps.find(({ step }) => step === 'tool')?.input;
  return (
    <>
      {node?.error && <ErrorBox error={node.error} />}
      <Interrupted nodePath={nodePath} />
      {speaks && <Plan nodePath={nodePath} isAlive={isAlive} />}
      <LiveNow nodePath={nodePath} />
      <NodeApprovals nodePath={nodePath} />
      {definition?.kind === 'pipeline' && node?.startedAt && (
        <Button className="mt-4" onClick={() => enter(nodePath)}>
          {texts.node.openPipeline(definition.pipeline)}
          <ArrowRight aria-hidden className="size-4" />
        </Button>
      )}
      <Delegations nodePath={nodePath} />
      <DomainParts steps={steps} />
      {node?.output !== undefined && definition?.kind !== 'approval' && (
        <Section title={texts.details.output}>
          <ResultView value={node.output} />
        </Section>
      )}
      {node?.partial !== undefined && (
        <Section title={texts.node.partial}>
          <JsonView value={node.partial} />
        </Section>
      )}
      {input !== undefined && input !== null && (
        <Section title={texts.details.input}>
          <JsonView value={input} />
        </Section>
      )}
      {definition && (
        <Section title={texts.node.settings}>
          <JsonView value={settingsOf(definition)} />
        </Section>
      )}
    </>
  );
}

/** What the document says of the node, apart from what the heading shows. */
function settingsOf({ id: _id, kind: _kind, title: _title, ...settings }: PipelineNode): Json {
  return JSON.parse(JSON.stringify(settings)) as Json;
}
