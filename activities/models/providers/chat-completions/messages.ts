import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type {
  AssistantMessage,
  ChatMessage,
  Image,
  ToolCall,
} from '../../../../contracts/models/messages.ts';
import { argumentsObject, argumentsText } from '../../../../contracts/models/written-arguments.ts';
import { createCallIds } from '../wire/call-ids.ts';
import type { CallIdRule } from '../wire/call-ids.ts';
import type { ModelQuirks } from '../wire/model-quirks.ts';

type Settings = {
  /** The name under which its own earlier answers are known. */
  provider: string;
  callIds: CallIdRule;
  parsesArguments: boolean;
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
  return said.map((message): ChatCompletionMessageParam => {
    if (message.role === 'tool') {
      return { role: 'tool', tool_call_id: ids.ofResult(message.callId), content: message.text };
    }
    if (message.role === 'system') return { role: 'system', content: message.text };
    if (message.role === 'user') {
      return { role: 'user', content: toContent(message.text, message.images) };
    }
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
    return {
      role: 'assistant',
      content: calls.length > 0 ? text || null : text,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
    };
  });
}

function argumentsOf(call: ToolCall, { parsesArguments }: Settings): string {
  return parsesArguments ? JSON.stringify(argumentsObject(call)) : argumentsText(call);
}

function toContent(
  text: string,
  images: readonly Image[] = [],
): string | ChatCompletionContentPart[] {
  if (images.length === 0) return text;
  return [
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...images.map((image) => ({ type: 'image_url' as const, image_url: { url: toUrl(image) } })),
  ];
}

function toUrl(image: Image): string {
  return 'url' in image ? image.url : `data:${image.mediaType};base64,${image.data}`;
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
