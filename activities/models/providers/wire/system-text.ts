import type { ChatMessage } from '../../../../contracts/models/messages.ts';

/** A conversation in which the system alone speaks, as the user's words: some providers need a turn to answer. */
export function withTurn(messages: ChatMessage[]): ChatMessage[] {
  if (messages.some(({ role }) => role !== 'system')) return messages;
  return messages.map(({ text }) => ({ role: 'user', text }));
}

/** What the system says before anybody else, as one text, for providers that take it beside the conversation. */
export function systemText(messages: readonly ChatMessage[]): string {
  return messages
    .slice(0, begins(messages))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => text)
    .join('\n\n');
}

/**
 * The conversation after what the system says first. What the system says later stays where it is, as labeled words of
 * the user: moved to the front, it would change what all that follows depends on, and what is cached of it.
 */
export function conversation(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages
    .slice(begins(messages))
    .filter(({ role, text }) => role !== 'system' || text.trim() !== '')
    .map((message) =>
      message.role === 'system'
        ? { ...message, role: 'user', text: asLabeled(message.text) }
        : message,
    );
}

function asLabeled(text: string): string {
  return `<system_message>\n${text}\n</system_message>`;
}

function begins(messages: readonly ChatMessage[]): number {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return first === -1 ? messages.length : first;
}
