import type { Content, FunctionResponsePart, Part } from '@google/genai';
import { partsOf } from '../../../../contracts/models/content-parts.ts';
import type {
  AssistantMessage,
  ChatMessage,
  ContentPart,
  Image,
  ToolMessage,
  UserMessage,
} from '../../../../contracts/models/messages.ts';
import { argumentsObject } from '../../../../contracts/models/written-arguments.ts';
import { conversation } from '../wire/system-text.ts';
import { unsupportedContent } from '../wire/unsupported-content.ts';

/** What Gemini takes in place of the proof of thoughts that it never had: calls of other models, or older ones. */
const noProof = 'skip_thought_signature_validator';

/**
 * A conversation in Gemini's contents. The results of a turn's calls come right after it, together, whatever was said
 * before they came. The thoughts and signatures of other providers are left out.
 *
 * @param signatures whether calls must carry a signature, as those of the newer models do.
 */
export function toContents(messages: readonly ChatMessage[], signatures: boolean): Content[] {
  const contents: Content[] = [];
  const results = new Map<string, Part[]>();
  for (const message of conversation(messages)) {
    if (message.role === 'user') add('user', toParts(message));
    if (message.role === 'tool') {
      const { callId, name, text, isError } = message;
      const response = isError ? { error: text } : { output: text };
      const others = besideText(message);
      // Older models take them only after the results.
      const parts = signatures && others.length > 0 && { parts: others as FunctionResponsePart[] };
      const functionResponse = { id: callId, name, response, ...parts };
      results.get(callId)?.push({ functionResponse }, ...(signatures ? [] : others));
    }
    if (message.role !== 'assistant') continue;
    add('model', toModelParts(message, signatures));
    if (message.toolCalls.length === 0) continue;
    const together: Part[] = [];
    contents.push({ role: 'user', parts: together });
    for (const { id } of message.toolCalls) results.set(id, together);
  }
  return contents.filter(({ parts }) => parts && parts.length > 0);

  function add(role: 'user' | 'model', parts: Part[]) {
    if (parts.length > 0) contents.push({ role, parts });
  }
}

function toParts(message: UserMessage): Part[] {
  return partsOf(message, { imagesFirst: true }).flatMap(toPart);
}

function toPart(part: ContentPart): Part[] {
  if (part.type === 'text') return part.text.trim() ? [{ text: part.text }] : [];
  if (part.type === 'image') return [toImage(part.image)];
  if (part.type === 'audio') {
    return [{ inlineData: { mimeType: `audio/${part.format}`, data: part.data } }];
  }
  if ('id' in part) throw unsupportedContent('gemini', part);
  return [toImage(part)];
}

/** What a result has beside its text. */
function besideText({ parts = [] }: ToolMessage): Part[] {
  return parts.filter(({ type }) => type !== 'text').flatMap(toPart);
}

const mediaTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
};

function toImage(image: Image): Part {
  if ('data' in image) return { inlineData: { mimeType: image.mediaType, data: image.data } };
  const ending = /\.(\w+)$/.exec(new URL(image.url).pathname)?.[1]?.toLowerCase() ?? '';
  const mimeType = mediaTypes[ending];
  return { fileData: { fileUri: image.url, ...(mimeType ? { mimeType } : {}) } };
}

/** Each signature goes back on the part that it came with. */
function toModelParts(message: AssistantMessage, signatures: boolean): Part[] {
  const { text, toolCalls, reasoning = [], model } = message;
  const isOwn = model?.startsWith('gemini:') ?? false;
  const thoughts = reasoning.flatMap((thought): Part[] => {
    const signature = thought.opaque?.['thoughtSignature'];
    if (!isOwn || typeof signature !== 'string') return [];
    return [{ text: thought.text, thought: true, thoughtSignature: signature }];
  });
  const ofText = reasoning.map(({ opaque }) => opaque?.['textSignature']).find(Boolean);
  const signed = isOwn && typeof ofText === 'string' ? { thoughtSignature: ofText } : {};
  const calls = toolCalls.map((call, index): Part => {
    const { id, name, signature } = call;
    const own = isOwn ? signature : undefined;
    const proof = own ?? (signatures && index === 0 ? noProof : undefined);
    return {
      functionCall: { id, name, args: argumentsObject(call) },
      ...(proof === undefined ? {} : { thoughtSignature: proof }),
    };
  });
  return [...thoughts, ...(text ? [{ text, ...signed }] : []), ...calls];
}
