import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import type { FinishReason } from '../../../contracts/messages.ts';
import { instruments } from '../../../telemetry/instruments.ts';
import { ProviderError } from '../provider.ts';
import type { CallOptions, ChatRequest, ChatResponse, ModelProvider } from '../provider.ts';
import { callerAttributes } from './caller-context.ts';
import { answerParts, messageContent } from './message-content.ts';
import { labelAnswered, modelLabel } from './model-label.ts';

/** Names that the conventions have for providers; for others, ours. */
const providerNames: Record<string, string> = {
  gemini: 'gcp.gemini',
  grok: 'x_ai',
  kimi: 'moonshot_ai',
};

/**
 * A provider whose requests are spans `chat <model>`, with duration and tokens measured, by the semantic conventions for
 * generative AI.
 * @param settings.redact set where what is said is recorded too; takes the secrets out of it.
 */
export function observedProvider(
  provider: ModelProvider,
  { redact }: { redact?: (text: string) => string },
): ModelProvider {
  async function observe<Response extends ChatResponse>(
    request: ChatRequest,
    { onDelta }: CallOptions,
    send: () => Promise<Response>,
  ): Promise<Response> {
    const common: Attributes = {
      [conventions.ATTR_GEN_AI_OPERATION_NAME]: conventions.GEN_AI_OPERATION_NAME_VALUE_CHAT,
      [conventions.ATTR_GEN_AI_PROVIDER_NAME]: providerNames[provider.name] ?? provider.name,
      [conventions.ATTR_GEN_AI_REQUEST_MODEL]: request.model,
    };
    const attributes = {
      ...common,
      ...requestAttributes(request, onDelta !== undefined),
      ...callerAttributes(),
      ...(redact && {
        [conventions.ATTR_GEN_AI_INPUT_MESSAGES]: redact(
          JSON.stringify(messageContent(request.messages)),
        ),
      }),
    };
    const name = `${provider.name}:${request.model}`;
    /** What metrics are told: unlike a span, a series never goes away. */
    const series = () => {
      const model = modelLabel(name);
      const labelled = model.slice(provider.name.length + 1);
      return { model, common: { ...common, [conventions.ATTR_GEN_AI_REQUEST_MODEL]: labelled } };
    };
    const { modelCalls, operationDuration, tokenUsage } = instruments();
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;

    return trace
      .getTracer('baton')
      .startActiveSpan(
        `chat ${request.model}`,
        { kind: SpanKind.CLIENT, attributes },
        async (span) => {
          try {
            const response = await send();
            labelAnswered(name);
            const known = series();
            span.setAttributes(responseAttributes(response));
            if (redact) span.setAttributes(outputContent(response, redact));
            const { inputTokens, outputTokens } = response.usage;
            for (const [type, count] of [
              ['input', inputTokens],
              ['output', outputTokens],
            ] as const) {
              tokenUsage.record(count, {
                ...known.common,
                [conventions.ATTR_GEN_AI_TOKEN_TYPE]: type,
              });
            }
            operationDuration.record(seconds(), known.common);
            modelCalls.add(1, { model: known.model, outcome: 'answered' });
            return response;
          } catch (error) {
            const outcome = outcomeOf(error);
            fail(span, error, outcome);
            const known = series();
            operationDuration.record(seconds(), { ...known.common, [ATTR_ERROR_TYPE]: outcome });
            modelCalls.add(1, { model: known.model, outcome });
            throw error;
          } finally {
            span.end();
          }
        },
      );
  }

  const { respond } = provider;
  return {
    ...provider,
    chat: (request, options) => observe(request, options, () => provider.chat(request, options)),
    ...(respond && {
      respond: (request, options) => observe(request, options, () => respond(request, options)),
    }),
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

function outputContent(response: ChatResponse, redact: (text: string) => string): Attributes {
  const reason = finishReason(response.finish);
  const message = { role: 'assistant', parts: answerParts(response), finish_reason: reason };
  return { [conventions.ATTR_GEN_AI_OUTPUT_MESSAGES]: redact(JSON.stringify([message])) };
}

/** As the conventions name it. */
function finishReason(finish: FinishReason): string {
  return finish === 'tool_calls' ? 'tool_call' : finish;
}

/** A word with few values, as error types must be; the texts of errors are in the log. */
function outcomeOf(error: unknown): string {
  if (error instanceof ProviderError) return error.kind;
  return error instanceof Error && error.name === 'AbortError' ? 'stopped' : 'internal';
}

function fail(span: Span, error: unknown, outcome: string): void {
  span.setAttribute(ATTR_ERROR_TYPE, outcome);
  const message = error instanceof ProviderError ? error.message : outcome;
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
