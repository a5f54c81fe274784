import type { ConversationView, MessageView } from '../../contracts/api/index.ts';
import { placeNamed } from '../../contracts/models/message-places.ts';
import type { ChatMessage } from '../../contracts/models/messages.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { Conversation, StoredMessage } from '../../db/repositories/runs/conversations.ts';

/** A conversation with its messages, as clients see it. */
export function viewConversation(
  { id, nodePath, agent, outside, createdAt }: Conversation,
  messages: StoredMessage[],
): ConversationView {
  return {
    id,
    nodePath,
    agent: { name: agent.name, role: agent.role },
    openedAt: createdAt.toISOString(),
    ...markOf(outside),
    messages: messages.map(({ turn, position, at, message }) => {
      const place = message.role === 'user' ? placeNamed(position) : undefined;
      return {
        turn,
        at: at.toISOString(),
        message: viewMessage(message),
        ...(place && { place }),
      };
    }),
  };
}

/** A message without what is for its provider alone: signatures and encrypted thoughts. */
function viewMessage(message: ChatMessage): MessageView {
  if (message.role !== 'assistant') return message;
  const { role, text, reasoning = [], model = null, toolCalls } = message;
  return {
    role,
    text,
    reasoning: reasoning.map((thought) => thought.text).filter((thought) => thought !== ''),
    model,
    toolCalls: toolCalls.map(({ signature: _signature, ...call }) => call),
  };
}
