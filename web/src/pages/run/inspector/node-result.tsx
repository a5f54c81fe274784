import { ArrowRight, Bot } from 'lucide-react';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { childOf } from '../../../../../contracts/pipelines/child-of.ts';
import { Button } from '../../../components/controls/button.tsx';
import { JsonView } from '../../../components/values/json-view.tsx';
import { ResultView } from '../../../components/values/result-view.tsx';
import { bodyPath } from '../parts.ts';
import { useRunContext } from '../run-context.ts';
import { Interrupted } from '../steer/interrupted.tsx';
import { DecidedApproval } from './decided-approval.tsx';
import { DomainParts } from './domain-parts.tsx';
import { ErrorBox } from './error-box.tsx';
import { LiveNow } from './live-now.tsx';
import { Plan } from './plan.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useNode } from './use-node.ts';
import { texts } from '../texts.ts';
import { ApprovalCard } from '../../../components/approval/approval-card.tsx';
import { delegationOf, parentOf, partOf, plainPath } from '../../../api/node-paths.ts';

/** The decisions that a node asked for: to be taken here, or how they were taken. */
function NodeApprovals({ nodePath }: { nodePath: string }) {
  const { approvals, pending } = useRunContext();
  return approvals
    .filter((approval) => approval.nodePath === nodePath)
    .map((approval) =>
      pending.includes(approval) ? (
        <div key={approval.id} className="mt-4">
          <ApprovalCard approval={approval} isOneOfMany={pending.length > 1} />
        </div>
      ) : (
        <DecidedApproval key={approval.id} approval={approval} />
      ),
    );
}

/** What a node was given and what it gave, with what can be done about it. */
export function NodeResult({ nodePath }: { nodePath: string }) {
  const { hasEnded, chosen, enter } = useRunContext();
  const { node, definition, speaks, steps } = useNode(nodePath);
  const pipeline = definition && childOf(definition);
  const inside = partOf(nodePath) ? nodePath : bodyPath(node, nodePath, chosen);
  const isAlive = !hasEnded && (node === undefined || node.endedAt === null);
  const input = steps.find(({ step }) => step === 'tool')?.input;
  return (
    <>
      {node?.error && <ErrorBox error={node.error} />}
      <Interrupted nodePath={nodePath} />
      {speaks && <Plan nodePath={nodePath} isAlive={isAlive} />}
      <LiveNow nodePath={nodePath} />
      <NodeApprovals nodePath={nodePath} />
      {pipeline !== undefined && inside !== undefined && (
        <Button className="mt-4" onClick={() => enter(inside)}>
          {texts.node.openPipeline(pipeline)}
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
          <ResultView value={node.partial} />
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

/** What the document says of the node, apart from what the heading shows and what is empty. */
function settingsOf({ id: _id, kind: _kind, title: _title, ...settings }: PipelineNode): Json {
  const said = Object.entries(settings).filter(
    ([, member]) =>
      typeof member !== 'object' || (member !== null && Object.keys(member).length > 0),
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(said))) as Json;
}

/** The tasks that an agent gave to others, each to be opened. */
function Delegations({ nodePath }: { nodePath: string }) {
  const { steps, openNode } = useRunContext();
  const paths = delegatedFrom(
    nodePath,
    steps.map((step) => step.nodePath),
  );
  if (paths.length === 0) return null;
  return (
    <Section title={texts.node.delegations}>
      <ul className="grid gap-1">
        {paths.map((path) => {
          const delegation = delegationOf(path);
          return (
            <li key={path}>
              <button
                type="button"
                onClick={() => openNode(path)}
                className="inline-flex items-center gap-1.5 rounded text-accent hover:underline"
              >
                <Bot aria-hidden className="size-4" />
                {delegation && texts.node.delegation(delegation.agent, delegation.turn)}
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The paths right below an agent's, whichever its attempt. */
function delegatedFrom(nodePath: string, stepPaths: string[]): string[] {
  const found = stepPaths.flatMap((stepPath) => {
    const parts = stepPath.split('/');
    return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(found)].filter(
    (path) => delegationOf(path) && plainPath(parentOf(path)) === plainPath(nodePath),
  );
}
