import { ArrowRightLeft, Bot, MessageSquareText, Wrench } from 'lucide-react';
import type { LiveCall } from '../../../../../contracts/runs/live-call.ts';
import { texts } from '../texts.ts';

/** What a model says while it says it. What is on record takes its place once the answer is complete. */
export function LiveAnswer({ call }: { call: LiveCall }) {
  const { text, reasoning, toolCalls, failover, isPartial, isFinished } = call;
  const hasSaid = text !== '' || reasoning !== '' || toolCalls.length > 0;
  return (
    <div role="group" aria-label={texts.live.label} aria-busy={!isFinished}>
      <p className="mb-1 flex items-center gap-1.5 text-muted">
        <Bot aria-hidden className="size-3.5" />
        <span className="font-medium">
          {hasSaid ? texts.live.writing : texts.live.waitingForFirst}
        </span>
        {!isFinished && (
          <span
            aria-hidden
            className="size-1.5 animate-pulse rounded-full bg-busy motion-reduce:animate-none"
          />
        )}
      </p>
      {failover && (
        <p className="mb-1.5 flex items-start gap-1.5 text-wait">
          <ArrowRightLeft aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="wrap-anywhere">
            {texts.live.failover(failover.from, failover.reason, failover.to)}
          </span>
        </p>
      )}
      {isPartial && hasSaid && <p className="mb-1 text-muted">{texts.live.partial}</p>}
      {reasoning && (
        <div className="mb-2 border-l border-line pl-3 text-muted">
          <p className="flex items-center gap-1.5 font-medium">
            <MessageSquareText aria-hidden className="size-3.5" />
            {texts.live.reasoning}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{reasoning}</p>
        </div>
      )}
      {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      {toolCalls.map(
        (toolCall, index) =>
          toolCall && (
            // Places in an answer never change.
            <div key={index} className="mt-2 rounded-md border border-line p-2.5">
              <p className="flex items-center gap-1.5 font-mono text-[12px] font-medium">
                <Wrench aria-hidden className="size-3.5 text-muted" />
                {toolCall.name}
              </p>
              <pre className="mt-1.5 text-[12px] wrap-anywhere whitespace-pre-wrap text-muted">
                {toolCall.arguments}
              </pre>
            </div>
          ),
      )}
    </div>
  );
}
