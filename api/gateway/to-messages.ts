import type { WireMessage } from '../../contracts/api/gateway/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type {
  AssistantMessage,
  ChatMessage,
  ContentPart,
  Image,
  ToolCall,
} from '../../contracts/models/messages.ts';
import { dataUrl } from '../../contracts/models/content-parts.ts';
import { isTooDeep, mostLevels } from '../../contracts/base/nesting.ts';
import { Problem } from '../base/problem.ts';

type Of<Role extends WireMessage['role']> = Extract<WireMessage, { role: Role }>;
type Content = Of<'assistant'>['content'] | Of<'user'>['content'];

/**
 * The messages of a Chat Completions request in Baton's own form.
 * @param model who is asked: reasoning that comes back without saying whose it was, is taken for this one's.
 * @throws {Problem} `invalid-request` for the result of a call that is not there, and for arguments that nest too deep.
 */
export function toMessages(messages: readonly WireMessage[], model: string): ChatMessage[] {
  const nameOfCall = new Map<string, string>();
  return messages.map((message, index): ChatMessage => {
    if (message.role === 'system' || message.role === 'developer') {
      return { role: 'system', text: textOf(message.content), ...common(message) };
    }
    if (message.role === 'user') {
      requireContent(message, index);
      return toUserMessage(message);
    }
    if (message.role === 'assistant') {
      const assistant = toAssistantMessage(message, model);
      for (const { id, name } of assistant.toolCalls) nameOfCall.set(id, name);
      return assistant;
    }
    const { tool_call_id: callId, content } = message;
    const name = nameOfCall.get(callId);
    if (name !== undefined) {
      return {
        role: 'tool',
        callId,
        name,
        text: textOf(content),
        ...media(content),
        ...cacheOf(message),
        isError: false,
      };
    }
    const path = `messages[${index}].tool_call_id`;
    const problem = `no earlier call has the id ${callId}`;
    throw new Problem('invalid-request', `In the body: ${path}: ${problem}`, [
      { path, message: problem },
    ]);
  });
}

/** Nobody answers to nothing: some providers refuse it, and others drop it. */
function requireContent({ content }: Of<'user'>, index: number): void {
  const isEmpty =
    typeof content === 'string'
      ? content.trim() === ''
      : content.every((part) => part.type === 'text' && part.text.trim() === '');
  if (!isEmpty) return;
  const path = `messages[${index}].content`;
  const message = 'the message is empty; write something, or remove it';
  throw new Problem('invalid-request', `In the body: ${path}: ${message}`, [{ path, message }]);
}

function toUserMessage(message: Of<'user'>): ChatMessage {
  const { content } = message;
  return { role: 'user', text: textOf(content), ...media(content), ...common(message) };
}

function toAssistantMessage(message: Of<'assistant'>, model: string): AssistantMessage {
  const { content, tool_calls: calls, reasoning_content: thoughts, extra_content: extra } = message;
  const kept = extra?.baton;
  const reasoning = kept?.reasoning ?? (thoughts ? [{ text: thoughts }] : undefined);
  const refusal = message.refusal || refusalIn(content);
  const said = textOf(content);
  return {
    role: 'assistant',
    text: said || refusal,
    ...(refusal && !said && { isRefusal: true as const }),
    ...common(message),
    toolCalls: (calls ?? []).map(toToolCall),
    ...(reasoning && {
      reasoning: reasoning.map(({ text, opaque }) => ({ text, ...(opaque && { opaque }) })),
      model: kept?.model ?? model,
    }),
    ...(!reasoning && kept && { model: kept.model }),
  };
}

function toToolCall(call: NonNullable<Of<'assistant'>['tool_calls']>[number]): ToolCall {
  const { id, function: called, extra_content: extra } = call;
  const signature = extra?.google?.thought_signature;
  return {
    id,
    name: called.name,
    ...readArguments(id, called.arguments),
    ...(signature && { signature }),
  };
}

function readArguments(
  id: string,
  text: string,
): Pick<ToolCall, 'args' | 'argsError' | 'argsText'> {
  if (text.trim() === '') return { args: {} };
  const value = parsed(text);
  if (isTooDeep(value)) {
    const message = `the arguments of call ${id} are nested more than ${mostLevels} levels deep`;
    throw new Problem('invalid-request', message, [{ path: 'messages', message }]);
  }
  return isJsonObject(value)
    ? { args: value }
    : { args: {}, argsError: `not a JSON object: ${text}`, argsText: text };
}

/** Undefined for what is no JSON, as a model may write. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Who is named, and where what is cached ends. */
function common(message: WireMessage): { name?: string; cacheControl?: JsonObject } {
  const name = 'name' in message ? message.name : undefined;
  return { ...(name && { name }), ...cacheOf(message) };
}

/** With the last part that says so. */
function cacheOf({ content, cache_control: whole }: WireMessage): { cacheControl?: JsonObject } {
  const parts = Array.isArray(content) ? content : [];
  const marks = parts.map((part) => ('cache_control' in part ? part.cache_control : undefined));
  const cacheControl = marks.findLast(Boolean) ?? whole;
  return cacheControl ? { cacheControl } : {};
}

function refusalIn(content: Content): string {
  const parts = Array.isArray(content) ? content : [];
  return parts.map((part) => (part.type === 'refusal' ? part.refusal : '')).join('');
}

function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  const texts = (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.join('\n');
}

/** The parts of a content that is more than text, in their order. */
function media(content: Of<'user'>['content']): { parts?: ContentPart[] } {
  if (typeof content === 'string' || content.every(({ type }) => type === 'text')) return {};
  return { parts: content.map(toPart) };
}

function toPart(part: Exclude<Of<'user'>['content'], string>[number]): ContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'input_audio') return { type: 'audio', ...part.input_audio };
  if (part.type === 'image_url') {
    const { url, detail } = part.image_url;
    return { type: 'image', image: fromUrl(url), ...(detail && { detail }) };
  }
  const { filename, file_data: data, file_id: id } = part.file;
  const name = filename ? { name: filename } : {};
  if (!data) return { type: 'file', ...name, id: id ?? '' };
  const isPlain = !/^(?:data:|https?:)/i.test(data);
  const url = isPlain ? dataUrl({ mediaType: 'application/pdf', data }) : data;
  return { type: 'file', ...name, ...fromUrl(url) };
}

function fromUrl(url: string): Image {
  const [, mediaType, data] = /^data:([^;]+);base64,(.*)$/is.exec(url) ?? [];
  return mediaType !== undefined && data !== undefined ? { mediaType, data } : { url };
}
