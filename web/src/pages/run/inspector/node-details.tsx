import { Tabs } from 'radix-ui';
import { LookBadge } from '../../../components/runs/status.tsx';
import { Took } from '../../../components/values/took.tsx';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { kindLook } from '../../../nodes/index.ts';
import { nodeStanding } from '../node-standing.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { Interrupt } from '../steer/interrupt.tsx';
import { totalsOf } from '../totals.ts';
import type { Totals } from '../totals.ts';
import { Conversations } from './conversations.tsx';
import { NodeResult } from './node-result.tsx';
import { OutsideMark } from '../../../components/values/outside-mark.tsx';
import { Facts } from './section.tsx';
import { TemporalLink } from './temporal-link.tsx';
import { Trail } from './trail.tsx';
import { useNode } from './use-node.ts';
import { texts } from '../texts.ts';

/** A node, or a task that one agent gave another: how it stands, what it gave, and what was said. */
export function NodeDetails({ nodePath }: { nodePath: string }) {
  const { run, placed } = useRunContext();
  const { node, definition, speaks, steps } = useNode(nodePath);
  const first = steps[0];
  const start = node?.startedAt ?? first?.startedAt;
  const totals = totalsOf(steps);
  const standing = nodeStanding(node, { nodePath, agents: run.interrupted });
  return (
    <>
      <Trail nodePath={nodePath} />
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-[15px] font-semibold">{titleOfPath(placed, nodePath)}</h2>
        {node && <LookBadge look={standing} />}
        <OutsideMark sources={node?.outside} what={texts.facts.untrusted} />
        {definition?.kind === 'agent' && (
          <span className="ml-auto">
            <Interrupt nodePath={nodePath} />
          </span>
        )}
      </div>
      <Facts
        facts={{
          [texts.facts.kind]: definition
            ? kindLook(definition.kind).title
            : texts.facts.delegatedTask,
          [texts.facts.decision]: standing.note,
          [texts.facts.duration]: start && node && <Took start={start} end={node.endedAt} />,
          [texts.facts.port]: node?.port,
          ...used(totals),
          [texts.facts.temporal]: run.temporalUrl && (
            <TemporalLink nodePath={nodePath} definition={definition} />
          ),
        }}
      />
      {speaks ? (
        <Tabs.Root defaultValue="result" className="mt-4">
          <Tabs.List aria-label={texts.node.tabs} className="flex gap-4 border-b border-line">
            <Tab value="result" title={texts.node.result} />
            <Tab value="conversation" title={texts.node.conversation} />
          </Tabs.List>
          <Tabs.Content value="result">
            <NodeResult nodePath={nodePath} />
          </Tabs.Content>
          <Tabs.Content value="conversation">
            <Conversations nodePath={nodePath} />
          </Tabs.Content>
        </Tabs.Root>
      ) : (
        <NodeResult nodePath={nodePath} />
      )}
    </>
  );
}

function Tab({ value, title }: { value: string; title: string }) {
  return (
    <Tabs.Trigger
      value={value}
      className="-mb-px border-b-2 border-transparent py-1.5 text-muted data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
    >
      {title}
    </Tabs.Trigger>
  );
}

function used(totals: Totals) {
  const { modelCalls, toolRuns, inputTokens, outputTokens, costUsd, retries, failovers } = totals;
  return {
    [texts.facts.modelCalls]: modelCalls || undefined,
    [texts.facts.toolCalls]: toolRuns || undefined,
    [texts.facts.tokens]:
      modelCalls > 0
        ? texts.facts.tokensUsed(wholeNumber(inputTokens), wholeNumber(outputTokens))
        : undefined,
    [texts.facts.cost]: modelCalls > 0 && costUsd !== null ? dollars(costUsd) : undefined,
    [texts.facts.retries]: retries || undefined,
    [texts.facts.failovers]: failovers || undefined,
  };
}
