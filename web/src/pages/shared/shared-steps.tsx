import { ChevronRight, Circle } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SharedRun } from '../../../../contracts/api/index.ts';
import { isWithin, plainPath, titleAt } from '../../api/node-paths.ts';
import { Button } from '../../components/controls/button.tsx';
import { StatusBadge } from '../../components/runs/status.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { ResultView } from '../../components/values/result-view.tsx';
import { Took } from '../../components/values/took.tsx';
import { isKind } from '../../document/raw.ts';
import { kindLook } from '../../nodes/index.ts';
import { tellingLine } from '../run/canvas/summary.ts';
import { Message } from '../run/inspector/message.tsx';
import { SharedError } from './shared-error.tsx';
import { texts } from './texts.ts';

type Node = SharedRun['run']['nodes'][number];
type Step = SharedRun['steps'][number];
type Begun = Node & { startedAt: string };

const hasBegun = (node: Node): node is Begun => node.startedAt !== null;

/** What has happened, a node after the other as they began; each is opened to read what it gave and how. */
export function SharedSteps({ shared }: { shared: SharedRun }) {
  const { run, titles } = shared;
  const titleOf = (id: string) => titles[id] ?? id;
  const begun = run.nodes
    .filter(hasBegun)
    .toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const doneBy = new Map(run.effects.map(({ nodePath, text }) => [nodePath, text]));
  if (begun.length === 0) return null;
  const isAllOpen = begun.every(({ id }) => open.has(id));
  const others = run.nodes.filter((node) => !hasBegun(node)).map(({ id }) => titleOf(id));
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex items-center gap-3 py-2 pr-2 pl-4">
        <h2 className="mr-auto font-semibold">{texts.steps}</h2>
        <Button
          look="quiet"
          className="max-md:min-h-11"
          onClick={() => setOpen(new Set(isAllOpen ? [] : begun.map(({ id }) => id)))}
        >
          {isAllOpen ? texts.closeAll : texts.openAll}
        </Button>
      </header>
      <ol className="divide-y divide-line border-t border-line">
        {begun.map((node) => (
          <li key={node.id}>
            <Fold
              isOpen={open.has(node.id)}
              onToggle={(isOpen) =>
                setOpen((before) => {
                  const after = new Set(before);
                  if (isOpen) after.add(node.id);
                  else after.delete(node.id);
                  return after;
                })
              }
              head={
                <NodeHead
                  node={node}
                  title={titleOf(node.id)}
                  line={node.error?.message ?? doneBy.get(node.id) ?? tellingLine(node.output)}
                />
              }
            >
              <NodeBody node={node} shared={shared} />
            </Fold>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <p className="border-t border-line px-4 py-3 text-[12px] text-muted">
          {texts.notReached(others.join(', '))}
        </p>
      )}
    </section>
  );
}

type FoldProps = {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  head: ReactNode;
  children: ReactNode;
};

function Fold({ isOpen, onToggle, head, children }: FoldProps) {
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      className="group/step"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-start gap-3 px-4 py-2.5 hover:bg-hover">
        {head}
        <ChevronRight
          aria-hidden
          className="mt-0.5 size-4 shrink-0 text-muted group-open/step:rotate-90"
        />
      </summary>
      {isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-4 md:pl-13">
          {children}
        </div>
      )}
    </details>
  );
}

function NodeHead({ node, title, line }: { node: Begun; title: string; line: string }) {
  const kind = isKind(node.kind) ? kindLook(node.kind) : undefined;
  const Icon = kind?.icon ?? Circle;
  return (
    <>
      <span className="grid size-6 shrink-0 place-items-center rounded-md border border-line">
        <Icon aria-label={kind?.title ?? node.kind} className="size-3.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">{title}</span>
          <StatusBadge status={node.status} />
          <span className="text-[12px] text-muted">
            <Took start={node.startedAt} end={node.endedAt} />
          </span>
        </span>
        {line && (
          <span
            className={`line-clamp-2 wrap-anywhere group-open/step:hidden ${node.error ? 'text-bad' : 'text-muted'}`}
          >
            {line}
          </span>
        )}
      </span>
    </>
  );
}

function NodeBody({ node, shared }: { node: Begun; shared: SharedRun }) {
  const isOf = (nodePath: string) => isWithin(plainPath(nodePath), node.id);
  const calls = shared.steps.filter(({ kind, nodePath }) => kind === 'tool' && isOf(nodePath));
  const conversations = shared.conversations.filter(({ nodePath }) => isOf(nodePath));
  return (
    <>
      {node.error && <SharedError error={node.error} />}
      {node.output !== undefined && (
        <div className="min-w-0">
          <ResultView value={node.output} />
        </div>
      )}
      {calls.length > 0 && (
        <Folded title={`${texts.calls} (${calls.length})`}>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {calls.map((step, index) => (
              // They come once, in their order.
              <li key={index}>
                <Folded
                  title={step.label}
                  remark={<Took start={step.startedAt} end={step.endedAt} />}
                >
                  <Call step={step} />
                </Folded>
              </li>
            ))}
          </ul>
        </Folded>
      )}
      {conversations.map(({ nodePath, messages }, index) => (
        <Folded
          // They come once, in their order.
          key={index}
          title={
            nodePath === node.id
              ? texts.conversation
              : `${texts.conversation}: ${titleAt(nodePath)}`
          }
        >
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {messages.map(({ message, turn }, at) => (
              // They come once, in their order.
              <li key={at}>
                <Message message={message} turn={turn} nodePath={nodePath} />
              </li>
            ))}
          </ol>
        </Folded>
      ))}
    </>
  );
}

/** What a tool was given and what it gave. */
function Call({ step: { input, output, error } }: { step: Step }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {error && <SharedError error={error} />}
      {input !== null && (
        <div>
          <p className="mb-1 text-[12px] text-muted">{texts.arguments}</p>
          <JsonView value={input} />
        </div>
      )}
      {output !== null && (
        <div>
          <p className="mb-1 text-[12px] text-muted">{texts.result}</p>
          <ResultView value={output} />
        </div>
      )}
    </div>
  );
}

type FoldedProps = { title: string; remark?: ReactNode; children: ReactNode };

/** Drawn once it is opened. */
function Folded({ title, remark, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-1 wrap-anywhere text-muted hover:text-text max-md:py-2.5">
        {title} {remark && <span className="text-[12px]">{remark}</span>}
      </summary>
      {isOpen && <div className="mt-1 border-l border-line pl-3">{children}</div>}
    </details>
  );
}
