import type {
  ChatMessage,
  ResponseFormat,
  ToolChoice,
} from '../../../../contracts/models/messages.ts';

/** A message that asks for a call, for models that cannot be made to call. */
export function askForCall(choice: ToolChoice): ChatMessage {
  const text =
    typeof choice === 'string'
      ? 'Answer now with a call of one of the tools, not with text.'
      : `Answer now with a call of the tool ${choice.tool}, not with text.`;
  return { role: 'system', text };
}

/**
 * The conversation with a word on the form of the answer, for models that know no schemas; they want to read of
 * JSON where they are held to it.
 */
export function askForForm(
  messages: readonly ChatMessage[],
  format: ResponseFormat,
): ChatMessage[] {
  if (format === 'json') {
    const isAsked = messages.some(({ text }) => /json/i.test(text));
    return isAsked ? [...messages] : [instruction('Answer with one JSON object.'), ...messages];
  }
  const schema = JSON.stringify(format.schema);
  const text = `Answer with one JSON value that fits this JSON Schema, and with nothing else: ${schema}`;
  return [instruction(text), ...messages];
}

function instruction(text: string): ChatMessage {
  return { role: 'system', text };
}
