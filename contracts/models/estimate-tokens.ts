import { partsOf } from './content-parts.ts';
import type { AssistantMessage, ChatMessage, ChatQuestion, ContentPart } from './messages.ts';
import { argumentsText } from './written-arguments.ts';
import { mostLookedAt, textTokens } from './text-tokens.ts';

/** The estimates of `tokenx` are some percent too low for English, more for numbers and code. */
const margin = 1.1;
/** Role and marks around each message. */
const messageTokens = 4;
/** About what a picture of a megapixel takes; providers scale larger ones down. */
const imageTokens = 1_600;
/** Base64 of a PDF file with text and pictures: about 3,000 tokens a page of 75 KB. */
const fileCharactersPerToken = 33;

/** About how many tokens a request is, rather too many than too few. */
export function estimateInputTokens(
  request: Pick<ChatQuestion, 'messages' | 'tools' | 'responseFormat'>,
): number {
  const { messages, tools, responseFormat } = request;
  const forms = [...tools, ...(responseFormat ? [responseFormat] : [])];
  const formTokens =
    countForms(forms.map((form) => JSON.stringify(form)).join('\n')) + forms.length * messageTokens;
  return Math.ceil((countOnce(messages) + formTokens) * margin);
}

/** The tools of an agent are the same in every request: the tokens of those that were counted lately. */
const ofForms = new Map<string, number>();
const mostForms = 200;

function countForms(text: string): number {
  if (text === '') return 0;
  if (text.length > mostLookedAt) return textTokens(text);
  const tokens = ofForms.get(text) ?? textTokens(text);
  if (ofForms.size >= mostForms) ofForms.clear();
  ofForms.set(text, tokens);
  return tokens;
}

/** Who pays and who routes both ask for the same messages. */
const counted = new WeakMap<ChatQuestion['messages'], number>();

function countOnce(messages: ChatQuestion['messages']): number {
  const tokens = counted.get(messages) ?? countMessages(messages);
  counted.set(messages, tokens);
  return tokens;
}

function countMessages(messages: ChatQuestion['messages']): number {
  const texts = messages.map(textOf);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  const ofTexts =
    characters > mostLookedAt
      ? textTokens(texts.join('\n'))
      : messages.reduce((sum, message, at) => sum + countText(message, texts[at]!), 0);
  const parts = messages.flatMap((message) =>
    message.role === 'user' || message.role === 'tool' ? partsOf(message) : [],
  );
  return (
    ofTexts +
    messages.length * messageTokens +
    parts.reduce((sum, part) => sum + partTokens(part), 0)
  );
}

/** A conversation has the same messages at each of its turns, and some more. */
const ofMessages = new WeakMap<ChatMessage, number>();

function countText(message: ChatMessage, text: string): number {
  const tokens = ofMessages.get(message) ?? textTokens(text);
  ofMessages.set(message, tokens);
  return tokens;
}

/** A part that is no text: of a file, its size is all that is known. */
function partTokens(part: ContentPart): number {
  if (part.type === 'text') return 0;
  if (part.type === 'image' || !('data' in part)) return imageTokens;
  return Math.max(imageTokens, Math.ceil(part.data.length / fileCharactersPerToken));
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
}: Pick<AssistantMessage, 'text' | 'toolCalls' | 'reasoning'>): number {
  const said = textOf({ role: 'assistant', text, toolCalls, ...(reasoning && { reasoning }) });
  return said === '' ? 0 : estimateTextTokens([said]);
}

function textOf(message: ChatMessage): string {
  if (message.role !== 'assistant') return message.text;
  const { text, toolCalls, reasoning = [] } = message;
  const calls = toolCalls.map((call) => `${call.name} ${argumentsText(call)}`);
  return [text, ...calls, ...reasoning.map((piece) => piece.text)].join('\n');
}
