import type { RunCallEvent } from './call-events.ts';

/** What a model call has said so far. What is on record counts once it has ended. */
export type LiveCall = {
  nodePath: string;
  step: string;
  /** Of the last event. */
  sequence: number;
  /** Whether something that came before was not heard, so that texts may lack their beginning. */
  isPartial: boolean;
  text: string;
  reasoning: string;
  /** By their place in the answer; a place is empty where its beginning was not heard. */
  toolCalls: ({ name: string; arguments: string } | null)[];
  /** The last change of model. */
  failover: { from: string; to: string; reason: string } | null;
  isFinished: boolean;
};

const nothingSaid = { text: '', reasoning: '', toolCalls: [] };

/** A call after an event of it; `call` is undefined where nothing of it was heard before. */
export function applyCallEvent(call: LiveCall | undefined, event: RunCallEvent): LiveCall {
  const { nodePath, step, sequence } = event;
  const isNew = call === undefined || sequence === 1;
  const before: LiveCall = isNew
    ? {
        nodePath,
        step,
        sequence: 0,
        isPartial: false,
        ...nothingSaid,
        failover: null,
        isFinished: false,
      }
    : call;
  const isPartial = before.isPartial || sequence !== before.sequence + 1;
  return { ...before, sequence, isPartial, ...said(before, event) };
}

function said(call: LiveCall, event: RunCallEvent): Partial<LiveCall> {
  switch (event.type) {
    case 'text-delta':
      return { text: call.text + event.text };
    case 'reasoning-delta':
      return { reasoning: call.reasoning + event.text };
    case 'tool-call-start':
      return { toolCalls: placed(call, event.index, { name: event.name, arguments: '' }) };
    case 'tool-call-delta': {
      const begun = call.toolCalls[event.index];
      if (!begun) return { isPartial: true };
      const whole = begun.arguments + event.arguments;
      return { toolCalls: placed(call, event.index, { ...begun, arguments: whole }) };
    }
    case 'retry':
      return { ...nothingSaid, isPartial: false };
    case 'failover': {
      const { from, to, reason } = event;
      return { failover: { from, to, reason } };
    }
    case 'finish':
      return { isFinished: true };
  }
}

function placed(
  { toolCalls }: LiveCall,
  index: number,
  toolCall: LiveCall['toolCalls'][number],
): LiveCall['toolCalls'] {
  const places = Math.max(toolCalls.length, index + 1);
  return Array.from({ length: places }, (_, place) =>
    place === index ? toolCall : (toolCalls[place] ?? null),
  );
}
