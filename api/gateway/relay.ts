import type { StreamEvent } from '../../contracts/runs/events.ts';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import { canonicalJson } from '../../contracts/base/json.ts';
import type { ChatDelta, ToolCall } from '../../contracts/models/messages.ts';
import { argumentsText } from '../../contracts/models/written-arguments.ts';
import { reasoningText } from './to-completion.ts';

type SentCall = { id: string; name: string; arguments: string };

/**
 * What of a call's events may go to a client: each part once and in order. Where an event was lost, or where
 * a new attempt begins after something was sent, the rest waits for the stored answer.
 * @param first the model that is asked first.
 */
export function createRelay(first: string) {
  const sent = { text: '', reasoning: '', calls: [] as SentCall[] };
  let model = first;
  let failover: string | undefined;
  let ignored: readonly string[] = [];
  let next = 1;
  let isMuted = false;

  const hasSent = () => sent.text !== '' || sent.reasoning !== '' || sent.calls.length > 0;

  function note(delta: ChatDelta): void {
    if (delta.type === 'text-delta') sent.text += delta.text;
    else if (delta.type === 'reasoning-delta') sent.reasoning += delta.text;
    else if (delta.type === 'tool-call-start') {
      sent.calls[delta.index] = { id: delta.id, name: delta.name, arguments: '' };
    } else {
      const call = sent.calls[delta.index];
      if (call) call.arguments += delta.arguments;
    }
  }

  return {
    /** Who speaks, as far as it is known. */
    get model() {
      return model;
    },
    /** The last change of model and its reason. */
    get failover() {
      return failover;
    },

    /** What of the request the model does not take. */
    get ignored() {
      return ignored;
    },

    /** The part that is to be sent now, if the event is one. */
    accept(event: StreamEvent): ChatDelta | undefined {
      const { sequence, type } = event;
      const isNewAttempt = type === 'retry' || (sequence === 1 && next !== 1);
      if (isNewAttempt) isMuted = hasSent();
      else if (sequence !== next) isMuted = true;
      next = sequence + 1;
      if (type === 'failover') {
        model = event.to;
        ignored = [];
        failover = `${event.from} -> ${event.to} (${event.reason})`;
        return undefined;
      }
      if (type === 'ignored') {
        ignored = event.parameters;
        return undefined;
      }
      if (type === 'retry' || type === 'finish' || isMuted) return undefined;
      note(event);
      return event;
    },

    /** What was not sent of an answer; undefined where what was sent is not its beginning. */
    rest(answer: GatewayChatAnswer): ChatDelta[] | undefined {
      const { text, toolCalls, isRefusal } = answer;
      const refusal = isRefusal && { isRefusal };
      const rest = restOfText(text, sent.text);
      if (rest === undefined || sent.calls.length > toolCalls.length) return undefined;
      const calls = toolCalls.map((call, index) => restOfCall(call, index, sent.calls[index]));
      if (calls.includes(undefined)) return undefined;
      const thoughts = reasoningText(answer);
      // Thoughts decide nothing: those that differ are left as they were sent.
      const restOfThoughts = thoughts.startsWith(sent.reasoning)
        ? thoughts.slice(sent.reasoning.length)
        : '';
      return [
        ...(restOfThoughts ? [{ type: 'reasoning-delta' as const, text: restOfThoughts }] : []),
        ...(rest ? [{ type: 'text-delta' as const, text: rest, ...refusal }] : []),
        ...calls.flatMap((parts) => parts ?? []),
      ];
    },
  };
}

export type Relay = ReturnType<typeof createRelay>;

/** An answer that is JSON is stored, or sent, without the space around it. */
function restOfText(text: string, sent: string): string | undefined {
  if (text.startsWith(sent)) return text.slice(sent.length);
  const [whole, begun] = [text.trim(), sent.trim()];
  return whole.startsWith(begun) ? whole.slice(begun.length) : undefined;
}

function restOfCall(call: ToolCall, index: number, sent?: SentCall): ChatDelta[] | undefined {
  const whole = argumentsText(call);
  if (!sent) {
    const { id, name } = call;
    return [
      { type: 'tool-call-start', index, id, name },
      { type: 'tool-call-delta', index, arguments: whole },
    ];
  }
  if (sent.id !== call.id || sent.name !== call.name) return undefined;
  if (sent.arguments === whole || isSameJson(sent.arguments, whole)) return [];
  if (!whole.startsWith(sent.arguments)) return undefined;
  return [{ type: 'tool-call-delta', index, arguments: whole.slice(sent.arguments.length) }];
}

/** Models write the same arguments with other spaces than we do. */
function isSameJson(left: string, right: string): boolean {
  try {
    return canonicalJson(JSON.parse(left)) === canonicalJson(JSON.parse(right));
  } catch {
    return false;
  }
}
