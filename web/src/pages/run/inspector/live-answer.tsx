import { ArrowRightLeft, Bot, MessageSquareText, Wrench } from 'lucide-react';
import type { LiveCall } from '../../../../../contracts/runs/live-call.ts';

/** What a model says while it says it. What is on record takes its place once the answer is complete. */
export function LiveAnswer({ call }: { call: LiveCall }) {
  const { text, reasoning, toolCalls, failover, isPartial, isFinished } = call;
  const hasSaid = text !== '' || reasoning !== '' || toolCalls.length > 0;
  return (
    <div role="group" aria-label="What the model says" aria-busy={!isFinished}>
      <p className="mb-1 flex items-center gap-1.5 text-muted">
        <Bot aria-hidden className="size-3.5" />
        <span className="font-medium">{hasSaid ? 'Says' : 'Waiting for the first word'}</span>
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
            {failover.from} did not answer ({failover.reason}): {failover.to} goes on.
          </span>
        </p>
      )}
      {isPartial && hasSaid && (
        <p className="mb-1 text-muted">Its beginning was missed; the whole is shown at its end.</p>
      )}
      {reasoning && (
        <div className="mb-2 border-l border-line pl-3 text-muted">
          <p className="flex items-center gap-1.5 font-medium">
            <MessageSquareText aria-hidden className="size-3.5" />
            Reasoning
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
