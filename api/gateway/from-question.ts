import type { JsonObject } from '../../contracts/base/json.ts';
import { dataUrl, partsOf } from '../../contracts/models/content-parts.ts';
import type {
  AssistantMessage,
  ChatMessage,
  ChatQuestion,
  ContentPart,
  ToolMessage,
  UserMessage,
} from '../../contracts/models/messages.ts';
import type { ChatBody } from '../../contracts/models/model-request.ts';
import { argumentsText } from '../../contracts/models/written-arguments.ts';

/** What stands in messages, tools and forms, and is no field of a request. */
const withinMessages = ['cache_control', 'name', 'refusal', 'strict'];

/**
 * A question in Baton's own form as a Chat Completions request that asks the same: the way back from `toQuestion`.
 * Fields of a client's that nobody carries to a model are not in it.
 * @param model as `provider:model`.
 */
export function fromQuestion(question: ChatQuestion, model: string): ChatBody {
  const { messages, tools, toolChoice, responseFormat, parameters = {} } = question;
  const { maximumOutputTokens, temperature, reasoningEffort, strict } = question;
  const others = Object.entries(parameters).filter(([name]) => !withinMessages.includes(name));
  return {
    model,
    messages: messages.map(fromMessage),
    ...(tools.length > 0 && { tools: tools.map(fromTool) }),
    ...(toolChoice !== 'auto' && {
      tool_choice:
        typeof toolChoice === 'string'
          ? toolChoice
          : { type: 'function', function: { name: toolChoice.tool } },
    }),
    ...(responseFormat && { response_format: fromFormat(responseFormat) }),
    ...(maximumOutputTokens !== undefined && { max_completion_tokens: maximumOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    // Where a client asked for thought in Anthropic's way, it follows from that.
    ...(reasoningEffort && !parameters.thinking && { reasoning_effort: reasoningEffort }),
    ...(strict && { strict }),
    // What a client wrote goes before what was made of it.
    ...Object.fromEntries(others),
  };
}

function fromMessage(message: ChatMessage): JsonObject {
  if (message.role === 'assistant') return fromAssistant(message);
  const mark = message.cacheControl && { cache_control: message.cacheControl };
  if (message.role === 'tool') {
    return { role: 'tool', tool_call_id: message.callId, content: contentOf(message), ...mark };
  }
  const content = message.role === 'system' ? message.text : contentOf(message);
  return { role: message.role, content, ...(message.name && { name: message.name }), ...mark };
}

function fromAssistant(message: AssistantMessage): JsonObject {
  const { text, toolCalls, isRefusal, name, cacheControl, reasoning, model } = message;
  return {
    role: 'assistant',
    ...(isRefusal ? { content: null, refusal: text } : { content: text }),
    ...(name && { name }),
    ...(cacheControl && { cache_control: cacheControl }),
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: argumentsText(call) },
        ...(call.signature !== undefined && {
          extra_content: { google: { thought_signature: call.signature } },
        }),
      })),
    }),
    ...(model !== undefined && { extra_content: { baton: { model, reasoning: reasoning ?? [] } } }),
  };
}

function contentOf(message: UserMessage | ToolMessage): string | JsonObject[] {
  const parts = partsOf(message);
  return parts.every(({ type }) => type === 'text') && !message.parts
    ? message.text
    : parts.map(fromPart);
}

function fromPart(part: ContentPart): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'audio') {
    return { type: 'input_audio', input_audio: { data: part.data, format: part.format } };
  }
  if (part.type === 'image') {
    const { image, detail } = part;
    const url = 'url' in image ? image.url : dataUrl(image);
    return { type: 'image_url', image_url: { url, ...(detail && { detail }) } };
  }
  const filename: JsonObject = part.name === undefined ? {} : { filename: part.name };
  if ('id' in part) return { type: 'file', file: { file_id: part.id, ...filename } };
  return {
    type: 'file',
    file: { file_data: 'url' in part ? part.url : dataUrl(part), ...filename },
  };
}

function fromTool(tool: ChatQuestion['tools'][number]): JsonObject {
  const { name, description, parameters, strict, cacheControl } = tool;
  return {
    type: 'function',
    function: { name, description, parameters, ...(strict !== undefined && { strict }) },
    ...(cacheControl && { cache_control: cacheControl }),
  };
}

function fromFormat(format: NonNullable<ChatQuestion['responseFormat']>): JsonObject {
  if (format === 'json') return { type: 'json_object' };
  const { name, schema, strict } = format;
  return {
    type: 'json_schema',
    json_schema: { name, schema, ...(strict !== undefined && { strict }) },
  };
}
