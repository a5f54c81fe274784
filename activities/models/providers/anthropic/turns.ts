import type {
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  RedactedThinkingBlockParam,
  TextBlockParam,
  ThinkingBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type {
  AssistantMessage,
  ChatMessage,
  ContentPart,
  FilePart,
  Image,
  Reasoning,
} from '../../../../contracts/models/messages.ts';
import { argumentsObject } from '../../../../contracts/models/written-arguments.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { partsOf } from '../../../../contracts/models/content-parts.ts';
import { unsupportedContent } from '../wire/unsupported-content.ts';
import { isOfAnthropic } from './thinking.ts';
import { createCallIds } from '../wire/call-ids.ts';

const callIdRule = { refused: /[^a-zA-Z0-9_-]/g, longest: 64 };

export type Turn = { role: 'user' | 'assistant'; content: ContentBlockParam[] };

/**
 * A conversation in Anthropic's turns: neighbours of one role become one, and the results of calls come first in it.
 *
 * @param keepsThinking whether Anthropic's own thinking goes back; that of others never does.
 */
export function toTurns(messages: readonly ChatMessage[], keepsThinking: boolean): Turn[] {
  const ids = createCallIds(callIdRule);
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(message, ids, keepsThinking);
    if (content.length === 0) continue;
    mark(content, message.cacheControl);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  for (const { content } of turns) {
    content.sort((a, b) => Number(b.type === 'tool_result') - Number(a.type === 'tool_result'));
  }
  return turns;
}

/** Ends what is cached with the last block of a message, where its client wants that. */
function mark(content: ContentBlockParam[], cacheControl: JsonObject | undefined): void {
  const last = content.at(-1);
  if (!last || !cacheControl || last.type === 'thinking') return;
  content[content.length - 1] = {
    ...last,
    cache_control: cacheControl,
  } as unknown as ContentBlockParam;
}

function toBlocks(
  message: Exclude<ChatMessage, { role: 'system' }>,
  ids: ReturnType<typeof createCallIds>,
  keepsThinking: boolean,
): ContentBlockParam[] {
  if (message.role === 'tool') {
    const text = hasText(message.text) ? message.text : '(no text)';
    return [
      {
        type: 'tool_result',
        tool_use_id: ids.ofResult(message.callId),
        content: message.parts ? message.parts.flatMap(toPart) : text,
        ...(message.isError ? { is_error: true } : {}),
      },
    ];
  }
  const text: ContentBlockParam[] = hasText(message.text)
    ? [{ type: 'text', text: message.text }]
    : [];
  if (message.role === 'user') return partsOf(message, { imagesFirst: true }).flatMap(toPart);
  const calls = message.toolCalls.map((call): ContentBlockParam => ({
    type: 'tool_use',
    id: ids.ofCall(call.id),
    name: call.name,
    input: argumentsObject(call),
  }));
  return keepsThinking ? withThinking([...text, ...calls], message) : [...text, ...calls];
}

type Part = TextBlockParam | ImageBlockParam | DocumentBlockParam;

function toPart(part: ContentPart): Part[] {
  if (part.type === 'text') return hasText(part.text) ? [part] : [];
  if (part.type === 'image') return [toImage(part.image)];
  const source = part.type === 'file' && toDocument(part);
  if (!source) throw unsupportedContent('anthropic', part);
  const title = part.name;
  return [{ type: 'document', source, ...(title !== undefined && { title }) }];
}

/** PDF files, and those that are text. */
function toDocument(part: FilePart): DocumentBlockParam['source'] | undefined {
  if ('url' in part) return { type: 'url', url: part.url };
  if ('id' in part) return { type: 'file', file_id: part.id };
  const { mediaType, data } = part;
  if (mediaType === 'application/pdf') return { type: 'base64', media_type: mediaType, data };
  if (!/^text\/|json$|xml$|yaml$/.test(mediaType)) return undefined;
  const text = Buffer.from(data, 'base64').toString();
  return { type: 'text', media_type: 'text/plain', data: text };
}

function toImage(image: Image): ImageBlockParam {
  if ('url' in image) return { type: 'image', source: { type: 'url', url: image.url } };
  const { mediaType, data } = image;
  // Other types than Anthropic's four are refused by the API, with a message that says so.
  const media_type = mediaType as 'image/png';
  return { type: 'image', source: { type: 'base64', media_type, data } };
}

/** Puts thinking back where it was: before all that was said, or between. A turn of thinking alone is left out. */
function withThinking(
  said: ContentBlockParam[],
  { reasoning = [], model }: AssistantMessage,
): ContentBlockParam[] {
  if (said.length === 0 || !isOfAnthropic(model)) return said;
  const blocks = reasoning.map((thought) => ({
    position: Number(thought.opaque?.['position'] ?? 0),
    block: toThinking(thought),
  }));
  const at = (position: number) =>
    blocks.flatMap((thought) =>
      thought.block && thought.position === position ? [thought.block] : [],
    );
  return said.flatMap((block, position) => [...at(position), block]);
}

function toThinking({
  text,
  opaque,
}: Reasoning): ThinkingBlockParam | RedactedThinkingBlockParam | undefined {
  const { signature, data } = opaque ?? {};
  if (typeof data === 'string') return { type: 'redacted_thinking', data };
  return typeof signature === 'string'
    ? { type: 'thinking', thinking: text, signature }
    : undefined;
}

function hasText(text: string): boolean {
  return text.trim() !== '';
}
