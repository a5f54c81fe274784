import type { ChatMessage, ResponseFormat } from '../../../../contracts/models/messages.ts';
import { askForForm } from './in-words.ts';

/** The conversation with a word on the form of the answer, for a request in which nothing else holds a model to it. */
export function withFormatInWords(
  messages: readonly ChatMessage[],
  format: ResponseFormat,
): ChatMessage[] {
  const object = { name: 'answer', schema: { type: 'object' } };
  return askForForm(messages, format === 'json' ? object : format);
}
