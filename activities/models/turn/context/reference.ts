import type { ToolMessage } from '../../../../contracts/models/messages.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { pageCount, readResultTool } from './read-result.ts';

/** A shorter result is not worth a reference. */
const leastCharacters = 800;

const previewCharacters = 300;

/**
 * A tool's result as a short reference: how it begins, and how it is read again.
 * @param place.call the call of the turn's answer, counted from 0.
 */
export function asReference(
  message: ToolMessage,
  { turn, call }: { turn: number; call: number },
): ToolMessage {
  const { text } = message;
  if (text.length < leastCharacters) return message;
  const start = cutText(text, previewCharacters);
  const again = `${readResultTool}({"result": "${turn}.${call}", "page": 1})`;
  return {
    ...message,
    text:
      `${start}\n(Left out here to save room: the rest of ${text.length} characters. ` +
      `Read it with ${again}; it has ${pageCount(text)} pages.)`,
  };
}
