import type { ChatMessage } from '../../../../contracts/models/messages.ts';

/** A conversation in which the system alone speaks, as the user's words: some providers need a turn to answer. */
export function withTurn(messages: ChatMessage[]): ChatMessage[] {
  if (messages.some(({ role }) => role !== 'system')) return messages;
  return messages.map(({ text }) => ({ role: 'user', text }));
}

/** What the system says, as one text, for providers that take it beside the conversation. */
export function systemText(messages: readonly ChatMessage[]): string {
  return messages
    .filter(({ role, text }) => role === 'system' && text.trim() !== '')
    .map(({ text }) => text)
    .join('\n\n');
}
