import type { ChatMessage } from '../../../contracts/models/messages.ts';
import { argumentsText } from '../../../contracts/models/written-arguments.ts';
import type { ChatRequest, ChatResponse } from '../provider.ts';
import { textTokens } from './text-tokens.ts';

/** The estimates of `tokenx` are some percent too low for English, more for numbers and code. */
const margin = 1.1;
/** Role and marks around each message. */
const messageTokens = 4;
/** About what a picture of a megapixel takes; providers scale larger ones down. */
const imageTokens = 1_600;

/** About how many tokens a request is, rather too many than too few. */
export function estimateInputTokens(
  request: Pick<ChatRequest, 'messages' | 'tools' | 'responseFormat'>,
): number {
  const { messages, tools, responseFormat } = request;
  const forms = [...tools, ...(responseFormat ? [responseFormat] : [])];
  const formTokens =
    textTokens(forms.map((form) => JSON.stringify(form)).join('\n')) + forms.length * messageTokens;
  return Math.ceil((countOnce(messages) + formTokens) * margin);
}

/** Who pays and who routes both ask for the same messages. */
const counted = new WeakMap<ChatRequest['messages'], number>();

function countOnce(messages: ChatRequest['messages']): number {
  const tokens = counted.get(messages) ?? countMessages(messages);
  counted.set(messages, tokens);
  return tokens;
}

function countMessages(messages: ChatRequest['messages']): number {
  const images = messages.flatMap(
    (message) => (message.role === 'user' ? message.images : []) ?? [],
  );
  return (
    textTokens(messages.map(textOf).join('\n')) +
    messages.length * messageTokens +
    images.length * imageTokens
  );
}

/** About how many tokens texts are. */
export function estimateTextTokens(texts: readonly string[]): number {
  return Math.ceil((textTokens(texts.join('\n')) + texts.length) * margin);
}

/** About how many tokens an answer is. */
export function estimateOutputTokens({
  text,
  toolCalls,
  reasoning,
}: Pick<ChatResponse, 'text' | 'toolCalls' | 'reasoning'>): number {
  const said = textOf({ role: 'assistant', text, toolCalls, ...(reasoning && { reasoning }) });
  return said === '' ? 0 : estimateTextTokens([said]);
}

function textOf(message: ChatMessage): string {
  if (message.role !== 'assistant') return message.text;
  const { text, toolCalls, reasoning = [] } = message;
  const calls = toolCalls.map((call) => `${call.name} ${argumentsText(call)}`);
  return [text, ...calls, ...reasoning.map((piece) => piece.text)].join('\n');
}
