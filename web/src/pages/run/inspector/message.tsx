import {
  Bot,
  ChevronRight,
  CornerDownRight,
  MessageSquareText,
  ScrollText,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, use } from 'react';
import type { ReactNode } from 'react';
import type { MessageView } from '../../../../../contracts/api/index.ts';
import type { MessagePlace } from '../../../../../contracts/models/message-places.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { percentOf } from '../../../components/values/figures.ts';
import { fullTime } from '../../../components/values/instant.ts';
import { JsonView } from '../../../components/values/json-view.tsx';
import { enclosedIn } from '../../../components/values/memory-parts.ts';
import { MemoryText } from '../../../components/values/memory-text.tsx';
import { TaintMark } from '../../../components/values/taint-mark.tsx';
import { RunContext } from '../run-context.ts';
import { texts } from '../texts.ts';
import { conversationTexts } from './texts.ts';

const Markdown = lazy(() => import('../../../components/values/kinds/markdown.tsx'));

type Of<Role extends MessageView['role']> = Extract<MessageView, { role: Role }>;

type MessageProps = { message: MessageView; turn: number; nodePath: string };

/** What an agent is told beside its task. */
const placeTitles = {
  memory: conversationTexts.places.memory,
  instruction: conversationTexts.places.instruction,
  plan: conversationTexts.places.plan,
  reminder: conversationTexts.places.reminder,
  summary: conversationTexts.places.summary,
} satisfies Record<MessagePlace, string>;

/** Baton writes these around a part that it encloses. */
const enclosing: ReadonlySet<MessagePlace> = new Set(['memory', 'summary']);

/** One message of a conversation. */
export function Message({
  message,
  turn,
  nodePath,
  place,
}: MessageProps & { place?: MessagePlace | undefined }) {
  if (message.role === 'system') {
    return (
      <Folded icon={ScrollText} title={conversationTexts.instructions}>
        <Text text={message.text} />
      </Folded>
    );
  }
  if (message.role === 'user') {
    return (
      <Block icon={CornerDownRight} title={place ? placeTitles[place] : conversationTexts.task}>
        <TaintMark sources={message.outside} what={conversationTexts.untrusted} />
        {place && enclosing.has(place) ? (
          <Told text={message.text} />
        ) : (
          <Text text={message.text} />
        )}
      </Block>
    );
  }
  if (message.role === 'tool') return <ToolAnswer message={message} />;
  return <Answer message={message} turn={turn} nodePath={nodePath} />;
}

/** What an agent is told, without what only the model needs: that is behind a fold. */
function Told({ text }: { text: string }) {
  const enclosed = enclosedIn(text);
  if (!enclosed) return <Text text={text} />;
  return (
    <>
      {enclosed.entries.length === 0 && <Text text={enclosed.body} />}
      {enclosed.entries.map((entry, index) => (
        // Entries of a stored message never change.
        <div key={index} className="mt-2">
          <p className="font-medium wrap-anywhere">{entry.task}</p>
          <p className="mb-1 flex flex-wrap gap-x-2 text-[12px] text-muted">
            {entry.runId !== '' && (
              <Link
                to="/runs/$runId"
                params={{ runId: entry.runId }}
                className="text-accent hover:underline"
              >
                {conversationTexts.memory.run}
              </Link>
            )}
            {entry.at !== '' && (
              <time dateTime={entry.at} title={entry.at}>
                {entry.asOf === undefined
                  ? fullTime(entry.at)
                  : conversationTexts.memory.asOf(fullTime(entry.asOf))}
              </time>
            )}
            {entry.similarity !== undefined && (
              <span>{conversationTexts.memory.alike(percentOf(entry.similarity * 100))}</span>
            )}
          </p>
          <MemoryText text={entry.text} what={entry.task} />
        </div>
      ))}
      <div className="mt-2">
        <Folded icon={ScrollText} title={conversationTexts.asSent}>
          <Text text={text} />
        </Folded>
      </div>
    </>
  );
}

/** What a model said and asked for. */
function Answer({ message, turn, nodePath }: MessageProps & { message: Of<'assistant'> }) {
  return (
    <Block icon={Bot} title={conversationTexts.turn(turn)} remark={message.model ?? undefined}>
      {message.reasoning.map((thought, index) => (
        // Thoughts of a stored message never change.
        <Folded key={index} icon={MessageSquareText} title={texts.live.reasoning}>
          <Text text={thought} />
        </Folded>
      ))}
      {message.text && (
        <Suspense fallback={<Text text={message.text} />}>
          <Markdown text={message.text} />
        </Suspense>
      )}
      {message.toolCalls.map((call, index) => (
        <div key={call.id} className="mt-2 rounded-md border border-line p-2.5">
          <p className="flex items-center gap-1.5 font-mono text-[12px] font-medium">
            <Wrench aria-hidden className="size-3.5 text-muted" />
            {call.name}
          </p>
          <div className="mt-1.5">
            {call.argsError ? (
              <p className="text-bad">{call.argsError}</p>
            ) : (
              <JsonView value={call.args} />
            )}
          </div>
          <DelegationLink name={call.name} at={`${nodePath}/turn-${turn}-${index}`} />
        </div>
      ))}
    </Block>
  );
}

const delegationPrefix = 'delegate_to_';

function DelegationLink({ name, at }: { name: string; at: string }) {
  // Where a conversation stands alone there is nowhere to go.
  const run = use(RunContext);
  if (!run || !name.startsWith(delegationPrefix)) return null;
  const agent = name.slice(delegationPrefix.length);
  return (
    <button
      type="button"
      className="mt-2 text-accent underline"
      onClick={() => run.openNode(`${at}-${agent}`)}
    >
      {conversationTexts.openDelegation(agent)}
    </button>
  );
}

function ToolAnswer({ message }: { message: Of<'tool'> }) {
  return (
    <>
      <Folded
        icon={Wrench}
        title={conversationTexts[message.isError ? 'toolFailed' : 'toolAnswered'](message.name)}
        isBad={message.isError}
      >
        <ToolText text={message.text} />
      </Folded>
      <TaintMark sources={message.outside} what={conversationTexts.untrusted} />
    </>
  );
}

/** A tool's answer is JSON as text; one that is not is shown as it is. */
function ToolText({ text }: { text: string }) {
  const value = parsed(text);
  return value === undefined ? <Text text={text} /> : <JsonView value={value} />;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function Text({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>;
}

type BlockProps = { icon: LucideIcon; title: string; children: ReactNode };

function Block({
  icon: Icon,
  title,
  remark,
  children,
}: BlockProps & { remark?: string | undefined }) {
  return (
    <div>
      <p className="mb-1 flex items-center gap-1.5 text-muted">
        <Icon aria-hidden className="size-3.5" />
        <span className="font-medium">{title}</span>
        {remark && <span className="ml-auto text-[11px]">{remark}</span>}
      </p>
      {children}
    </div>
  );
}

function Folded({ icon: Icon, title, isBad = false, children }: BlockProps & { isBad?: boolean }) {
  return (
    <details className="group">
      <summary
        className={`flex cursor-pointer list-none items-center gap-1.5 font-medium ${isBad ? 'text-bad' : 'text-muted'} hover:text-text`}
      >
        <Icon aria-hidden className="size-3.5" />
        {title}
        <ChevronRight aria-hidden className="size-3.5 group-open:rotate-90" />
      </summary>
      <div className="mt-1 ml-1.5 border-l border-line pl-3">{children}</div>
    </details>
  );
}
