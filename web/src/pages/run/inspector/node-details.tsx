import { Tabs } from 'radix-ui';
import { LookBadge } from '../../../components/runs/status.tsx';
import { Took } from '../../../components/values/took.tsx';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { kindLook } from '../../../nodes/index.ts';
import { nodeStatusLook } from '../node-status.ts';
import { until } from '../film/past-run.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { RunLink } from '../retry/run-link.tsx';
import { Retry } from '../retry/retry.tsx';
import { Interrupt } from '../steer/interrupt.tsx';
import { totalsOf } from '../totals.ts';
import type { Totals } from '../totals.ts';
import { EditNodeButton } from './edit-node-button.tsx';
import { NodeResult } from './node-result.tsx';
import { TaintMark } from '../../../components/values/taint-mark.tsx';
import { Facts } from './facts.tsx';
import { Trail } from './trail.tsx';
import { useNode } from './use-node.ts';
import { temporalLink } from '../temporal-link.ts';
import { texts } from '../texts.ts';
import { conversationTexts } from './texts.ts';
import { ExternalLink } from 'lucide-react';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { useQuery } from '@tanstack/react-query';
import type { ConversationView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { plainPath } from '../../../api/node-paths.ts';
import { useLiveCall } from '../../../api/streams/run-stream.ts';
import { attemptOf, partOf } from '../../../api/node-paths.ts';
import { LiveAnswer } from './live-answer.tsx';
import { Message } from './message.tsx';

/** Kinds that run as a workflow of their own. */
const withWorkflow = new Set<PipelineNode['kind']>(['agent', 'pipeline']);

/** The page of a node in the Temporal UI: its own workflow's where it has one, else the run's. */
function TemporalLink(props: { nodePath: string; definition: PipelineNode | undefined }) {
  const { nodePath, definition } = props;
  const { run } = useRunContext();
  if (run.temporalUrl === null) return null;
  const hasWorkflow = definition === undefined || withWorkflow.has(definition.kind);
  const ofRun = temporalLink(run.temporalUrl);
  const own = `${ofRun}${encodeURIComponent(`/${nodePath}`)}`;
  return (
    <a
      href={hasWorkflow ? own : ofRun}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-accent underline"
    >
      {hasWorkflow ? texts.node.ownWorkflow : texts.node.runWorkflow}
      <ExternalLink aria-hidden className="size-3" />
    </a>
  );
}

/** A node, or a task that one agent gave another: how it stands, what it gave, and what was said. */
export function NodeDetails({ nodePath }: { nodePath: string }) {
  const { run, placed, moment } = useRunContext();
  const { node, definition, speaks, steps } = useNode(nodePath);
  const first = steps[0];
  const start = node?.startedAt ?? first?.startedAt;
  const totals = totalsOf(steps);
  // What an agent delegated, and one attempt of a node, is retried with the node.
  const isPlain = nodePath === plainPath(nodePath) && partOf(nodePath) === undefined;
  const isNode = definition !== undefined && isPlain;
  const look = nodeStatusLook(node, { nodePath, agents: run.interrupted });
  return (
    <>
      <Trail nodePath={nodePath} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-[15px] font-semibold">{titleOfPath(placed, nodePath)}</h2>
        {node && <LookBadge look={look} />}
        <TaintMark sources={node?.outside} what={texts.facts.untrusted} />
        <span className="ml-auto flex items-center gap-1">
          {isNode && <EditNodeButton nodePath={nodePath} />}
          {definition?.kind === 'agent' && moment === undefined && (
            <Interrupt nodePath={nodePath} />
          )}
          {isNode && <Retry node={nodePath} />}
        </span>
      </div>
      <Facts
        facts={{
          [texts.facts.kind]: definition
            ? kindLook(definition.kind).title
            : texts.facts.delegatedTask,
          // Where it was kept from is said below, with a link.
          [texts.facts.decision]: node?.keptFrom === undefined && look.note,
          [texts.facts.duration]: start && node && <Took start={start} end={node.endedAt} />,
          [texts.facts.port]: node?.port !== 'done' && node?.port,
          [texts.facts.keptFrom]: node?.keptFrom && <RunLink id={node.keptFrom} />,
          [texts.facts.output]: node?.pinned && texts.facts.pinned,
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

/** What an agent was told, said and did, one conversation for each attempt. */
function Conversations({ nodePath }: { nodePath: string }) {
  const { run, hasEnded, moment } = useRunContext();
  const { data, error, isPending } = useQuery({
    ...queries.conversations(run.id, nodePath),
    refetchInterval: hasEnded || moment !== undefined ? false : 1_500,
  });
  if (isPending) return <p className="mt-4 text-muted">{texts.page.loading}</p>;
  if (error) return <p className="mt-4 text-bad">{error.message}</p>;
  const opened = data.items.filter(
    ({ openedAt }) => moment === undefined || Date.parse(openedAt) <= moment,
  );
  if (opened.length === 0) return <p className="mt-4 text-muted">{conversationTexts.empty}</p>;
  return opened.map((conversation) => (
    <Conversation
      key={conversation.id}
      conversation={conversation}
      isOneOfSeveral={opened.length > 1}
    />
  ));
}

type ConversationProps = { conversation: ConversationView; isOneOfSeveral: boolean };

function Conversation({ conversation, isOneOfSeveral }: ConversationProps) {
  const { nodePath, id, outside } = conversation;
  const { run, moment } = useRunContext();
  const messages = until(conversation.messages, moment);
  const live = useLiveCall(run.id, nodePath);
  const call = moment === undefined ? live : undefined;
  const isOnRecord = messages.some(({ turn }) => call?.step === `turn-${turn}`);
  return (
    <section className="mt-4">
      {isOneOfSeveral && (
        <h3 className="mb-2 font-semibold">{conversationTexts.attempt(attemptOf(id))}</h3>
      )}
      {outside && (
        <p className="mb-3">
          <TaintMark sources={outside} what={conversationTexts.untrustedTask} />
        </p>
      )}
      <ol className="grid gap-3">
        {messages.map(({ turn, message, place }, index) => (
          // Messages are only added.
          <li key={index}>
            <Message message={message} turn={turn} nodePath={nodePath} place={place} />
          </li>
        ))}
        {call && !isOnRecord && (
          <li>
            <LiveAnswer call={call} />
          </li>
        )}
      </ol>
    </section>
  );
}
