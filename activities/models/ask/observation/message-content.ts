import type { AssistantMessage, ChatMessage } from '../../../../contracts/models/messages.ts';

/** Messages in the form of the GenAI semantic conventions: each a role and its parts. Images are named, not held. */
export function messageContent(messages: readonly ChatMessage[]): object[] {
  return messages.map((message) => ({ role: message.role, parts: partsOf(message) }));
}

/** Text, reasoning and calls of an answer as parts. */
export function answerParts({
  text,
  reasoning = [],
  toolCalls,
}: Pick<AssistantMessage, 'text' | 'reasoning' | 'toolCalls'>): object[] {
  return [
    ...reasoning.map((thought) => ({ type: 'reasoning', content: thought.text })),
    ...textPart(text),
    ...toolCalls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, arguments: args })),
  ];
}

function partsOf(message: ChatMessage): object[] {
  if (message.role === 'assistant') return answerParts(message);
  if (message.role === 'tool') {
    return [{ type: 'tool_call_response', id: message.callId, response: message.text }];
  }
  const images = message.role === 'user' ? (message.images ?? []) : [];
  return [...textPart(message.text), ...images.map(() => ({ type: 'blob', modality: 'image' }))];
}

function textPart(text: string): object[] {
  return text === '' ? [] : [{ type: 'text', content: text }];
}
