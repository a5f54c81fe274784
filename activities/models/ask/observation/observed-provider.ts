import type { Attributes } from '@opentelemetry/api';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import type {
  FinishReason,
  AssistantMessage,
  ChatMessage,
} from '../../../../contracts/models/messages.ts';
import type {
  CallOptions,
  ChatRequest,
  ChatResponse,
  EmbeddingRequest,
  EmbeddingResponse,
  ModelProvider,
} from '../../provider.ts';
import { partsOf as contentOf } from '../../../../contracts/models/content-parts.ts';
import { argumentsText } from '../../../../contracts/models/written-arguments.ts';
import { observeRequest } from './observed-request.ts';
import type { ObservedRequest } from './observed-request.ts';

type Redact = (text: string) => string;

/**
 * A provider whose requests are spans, `chat <model>` or `embeddings <model>`, with duration and tokens measured, by the
 * semantic conventions for generative AI.
 * @param settings.redact set where what is said in chats is recorded too; takes the secrets out of it.
 */
export function observedProvider(
  provider: ModelProvider,
  { redact }: { redact?: Redact },
): ModelProvider {
  const { name, respond, embed } = provider;
  const asChat = (request: ChatRequest, { onDelta }: CallOptions) => {
    const isStreamed = onDelta !== undefined;
    return observedChat(request, { provider: name, isStreamed, ...(redact && { redact }) });
  };
  return {
    ...provider,
    chat: (request, options) =>
      observeRequest(asChat(request, options), () => provider.chat(request, options)),
    ...(respond && {
      respond: (request, options) =>
        observeRequest(asChat(request, options), () => respond(request, options)),
    }),
    ...(embed && {
      embed: (request, options) =>
        observeRequest(observedEmbedding(request, name), () => embed(request, options)),
    }),
  };
}

function observedChat(
  request: ChatRequest,
  { provider, isStreamed, redact }: { provider: string; isStreamed: boolean; redact?: Redact },
): ObservedRequest<ChatResponse> {
  return {
    operation: 'chat',
    provider,
    model: request.model,
    attributes: {
      ...requestAttributes(request, isStreamed),
      ...(redact && {
        [conventions.ATTR_GEN_AI_INPUT_MESSAGES]: redact(
          JSON.stringify(messageContent(request.messages)),
        ),
      }),
    },
    answerAttributes: (answer) => ({
      ...responseAttributes(answer),
      ...(redact && outputContent(answer, redact)),
    }),
    tokens: ({ usage }) => ({ input: usage.inputTokens, output: usage.outputTokens }),
  };
}

function observedEmbedding(
  { model, dimensions }: EmbeddingRequest,
  provider: string,
): ObservedRequest<EmbeddingResponse> {
  return {
    operation: 'embeddings',
    provider,
    model,
    attributes: {
      ...(dimensions !== undefined && {
        [conventions.ATTR_GEN_AI_EMBEDDINGS_DIMENSION_COUNT]: dimensions,
      }),
    },
    answerAttributes: ({ inputTokens }) => ({
      [conventions.ATTR_GEN_AI_USAGE_INPUT_TOKENS]: inputTokens,
    }),
    tokens: ({ inputTokens }) => ({ input: inputTokens }),
  };
}

function requestAttributes(request: ChatRequest, isStreamed: boolean): Attributes {
  const { maximumOutputTokens, temperature, responseFormat } = request;
  return {
    [conventions.ATTR_GEN_AI_REQUEST_STREAM]: isStreamed,
    ...(maximumOutputTokens !== undefined && {
      [conventions.ATTR_GEN_AI_REQUEST_MAX_TOKENS]: maximumOutputTokens,
    }),
    ...(temperature !== undefined && {
      [conventions.ATTR_GEN_AI_REQUEST_TEMPERATURE]: temperature,
    }),
    ...(responseFormat && { [conventions.ATTR_GEN_AI_OUTPUT_TYPE]: 'json' }),
  };
}

function responseAttributes({ finish, usage }: ChatResponse): Attributes {
  return {
    [conventions.ATTR_GEN_AI_RESPONSE_FINISH_REASONS]: [finishReason(finish)],
    [conventions.ATTR_GEN_AI_USAGE_INPUT_TOKENS]: usage.inputTokens,
    [conventions.ATTR_GEN_AI_USAGE_OUTPUT_TOKENS]: usage.outputTokens,
    [conventions.ATTR_GEN_AI_USAGE_CACHE_READ_INPUT_TOKENS]: usage.cachedInputTokens,
    [conventions.ATTR_GEN_AI_USAGE_CACHE_CREATION_INPUT_TOKENS]: usage.cacheWriteTokens,
    [conventions.ATTR_GEN_AI_USAGE_REASONING_OUTPUT_TOKENS]: usage.reasoningTokens,
  };
}

function outputContent(response: ChatResponse, redact: Redact): Attributes {
  const reason = finishReason(response.finish);
  const message = { role: 'assistant', parts: answerParts(response), finish_reason: reason };
  return { [conventions.ATTR_GEN_AI_OUTPUT_MESSAGES]: redact(JSON.stringify([message])) };
}

/** As the conventions name it. */
function finishReason(finish: FinishReason): string {
  return finish === 'tool_calls' ? 'tool_call' : finish;
}

/** Messages in the form of the GenAI semantic conventions: each a role and its parts. Images are named, not held. */
function messageContent(messages: readonly ChatMessage[]): object[] {
  return messages.map((message) => ({ role: message.role, parts: partsOf(message) }));
}

/** Text, reasoning and calls of an answer as parts. */
function answerParts({
  text,
  reasoning = [],
  toolCalls,
}: Pick<AssistantMessage, 'text' | 'reasoning' | 'toolCalls'>): object[] {
  return [
    ...reasoning.map((thought) => ({ type: 'reasoning', content: thought.text })),
    ...textPart(text),
    ...toolCalls.map((call) => ({
      type: 'tool_call',
      id: call.id,
      name: call.name,
      arguments: call.argsError === undefined ? call.args : argumentsText(call),
    })),
  ];
}

function partsOf(message: ChatMessage): object[] {
  if (message.role === 'assistant') return answerParts(message);
  if (message.role === 'tool') {
    return [{ type: 'tool_call_response', id: message.callId, response: message.text }];
  }
  const others = message.role === 'user' ? contentOf(message) : [];
  return [
    ...textPart(message.text),
    ...others.flatMap(({ type }) => (type === 'text' ? [] : [{ type: 'blob', modality: type }])),
  ];
}

function textPart(text: string): object[] {
  return text === '' ? [] : [{ type: 'text', content: text }];
}
