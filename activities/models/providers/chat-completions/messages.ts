import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type {
  AssistantMessage,
  ChatMessage,
  ContentPart,
  ToolCall,
  UserMessage,
} from '../../../../contracts/models/messages.ts';
import { argumentsObject, argumentsText } from '../../../../contracts/models/written-arguments.ts';
import { dataUrl, partsOf } from '../../../../contracts/models/content-parts.ts';
import { unsupportedContent } from '../wire/unsupported-content.ts';
import { createCallIds } from '../wire/call-ids.ts';
import type { CallIdRule } from '../wire/call-ids.ts';
import type { ModelQuirks } from '../wire/model-quirks.ts';

type Settings = {
  /** The name under which its own earlier answers are known. */
  provider: string;
  callIds: CallIdRule;
  parsesArguments: boolean;
  takesNames: boolean;
  takesRefusals: boolean;
  parts: readonly ContentPart['type'][];
  reasoningBack: ModelQuirks['reasoningBack'];
};

/** Stands where a model wants its reasoning back and another model has answered. */
const noReasoning = ' ';

/** A conversation as Chat Completions writes it. Reasoning and signatures of other providers are left out. */
export function chatCompletionsMessages(
  messages: readonly ChatMessage[],
  settings: Settings,
): ChatCompletionMessageParam[] {
  const ids = createCallIds(settings.callIds);
  // A turn that says nothing is refused by some, and says nothing to the others.
  const said = messages.filter(
    (message) =>
      message.role !== 'assistant' || message.text !== '' || message.toolCalls.length > 0,
  );
  return withMedia(said).map((message): ChatCompletionMessageParam => {
    if (message.role === 'tool') {
      return { role: 'tool', tool_call_id: ids.ofResult(message.callId), content: message.text };
    }
    const { name } = message;
    const named = settings.takesNames && name !== undefined && { name };
    if (message.role === 'system') return { role: 'system', content: message.text, ...named };
    if (message.role === 'user') {
      return { role: 'user', content: toContent(message, settings), ...named };
    }
    return { ...toAssistant(message, settings, ids), ...named };
  });
}

/** What results hold beside text follows the last of them as the user's words: a result itself takes text alone. */
function withMedia(messages: readonly ChatMessage[]): ChatMessage[] {
  const result: ChatMessage[] = [];
  let held: ContentPart[] = [];
  const release = () => {
    if (held.length > 0) result.push({ role: 'user', text: '', parts: held });
    held = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') release();
    result.push(message);
    const media = message.role === 'tool' ? (message.parts ?? []) : [];
    const others = media.filter(({ type }) => type !== 'text');
    if (message.role !== 'tool' || others.length === 0) continue;
    held.push({ type: 'text', text: `Of the result of ${message.name}:` }, ...others);
  }
  release();
  return result;
}

function toAssistant(
  message: AssistantMessage,
  settings: Settings,
  ids: ReturnType<typeof createCallIds>,
): ChatCompletionAssistantMessageParam {
  const { text, toolCalls } = message;
  const reasoning = reasoningOf(message, settings);
  const calls = toolCalls.map((call) => ({
    id: ids.ofCall(call.id),
    type: 'function' as const,
    function: { name: call.name, arguments: argumentsOf(call, settings) },
    ...(call.signature !== undefined &&
      isOwn(message, settings) && {
        extra_content: { google: { thought_signature: call.signature } },
      }),
  }));
  const content = calls.length > 0 ? text || null : text;
  const isRefusal = message.isRefusal && settings.takesRefusals;
  return {
    role: 'assistant',
    ...(isRefusal ? { content: null, refusal: text } : { content }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
  };
}

function argumentsOf(call: ToolCall, { parsesArguments }: Settings): string {
  return parsesArguments ? JSON.stringify(argumentsObject(call)) : argumentsText(call);
}

function toContent(message: UserMessage, settings: Settings): string | ChatCompletionContentPart[] {
  const parts = partsOf(message);
  return parts.every(({ type }) => type === 'text') && !message.parts
    ? message.text
    : parts.map((part) => toPart(part, settings));
}

function toPart(part: ContentPart, settings: Settings): ChatCompletionContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image') {
    const { image, detail } = part;
    const url = 'url' in image ? image.url : dataUrl(image);
    // The package knows no `original` yet, which the API does.
    const more = detail !== undefined && { detail: detail as 'auto' };
    return { type: 'image_url', image_url: { url, ...more } };
  }
  if (!settings.parts.includes(part.type)) throw unsupportedContent(settings.provider, part);
  if (part.type === 'audio') {
    const { data, format } = part;
    return { type: 'input_audio', input_audio: { data, format: format as 'wav' } };
  }
  if ('url' in part) throw unsupportedContent(settings.provider, part);
  const filename = part.name !== undefined && { filename: part.name };
  const file = 'id' in part ? { file_id: part.id } : { file_data: dataUrl(part), ...filename };
  return { type: 'file', file };
}

function reasoningOf(message: AssistantMessage, settings: Settings): string | undefined {
  const { reasoningBack } = settings;
  const hasCalls = message.toolCalls.length > 0;
  if (reasoningBack === 'none' || (reasoningBack === 'turns with calls' && !hasCalls)) {
    return undefined;
  }
  const text = isOwn(message, settings)
    ? (message.reasoning ?? []).map((piece) => piece.text).join('')
    : '';
  return text || (hasCalls ? noReasoning : undefined);
}

/** A message that does not say who answered was given by a client, which knows whom it asks. */
function isOwn({ model }: AssistantMessage, { provider }: Settings): boolean {
  return model === undefined || model.startsWith(`${provider}:`);
}
