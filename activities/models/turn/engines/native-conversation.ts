import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { withFrame } from '../context/outside-frame.ts';

/** A conversation in its order, as the records hold it. */
type Recorded = readonly { turn: number; message: ChatMessage }[];

/** What the next request of a conversation has to hold; without an id, all that was said. */
export type NextInput = { previousResponseId?: string; messages: ChatMessage[] };

/**
 * What to send to a provider that keeps the conversation: only what came after the latest answer that it keeps, and
 * the instructions, which it does not keep. Where it keeps nothing, all is sent.
 *
 * @param turn the one that is asked for: only what came before it counts.
 */
export function nextInput(recorded: Recorded, turn: number): NextInput {
  const { messages } = wholeInput(recorded, turn);
  const last = messages.findLastIndex((message) => responseIdOf(message) !== undefined);
  const previousResponseId = messages[last] && responseIdOf(messages[last]);
  if (previousResponseId === undefined) return { messages };
  const instructions = messages.slice(0, last).filter(({ role }) => role === 'system');
  return { previousResponseId, messages: [...instructions, ...messages.slice(last + 1)] };
}

/** All that was said before a turn: for a provider that does not have the conversation any more. */
export function wholeInput(recorded: Recorded, turn: number): NextInput {
  const earlier = recorded.filter((entry) => entry.turn < turn);
  return { messages: earlier.map(({ message }) => withFrame(message)) };
}

function responseIdOf(message: ChatMessage): string | undefined {
  return message.role === 'assistant' ? message.responseId : undefined;
}
