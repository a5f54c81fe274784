import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { instruments } from '../../../../telemetry/instruments.ts';
import { ProviderError } from '../../provider.ts';
import { callerAttributes } from './caller-context.ts';
import { labelAnswered, modelLabel } from './model-label.ts';

/** Names that the conventions have for providers; for others, ours. */
const providerNames: Record<string, string> = {
  gemini: 'gcp.gemini',
  grok: 'x_ai',
  kimi: 'moonshot_ai',
};

type Tokens = { input?: number; output?: number };

/** A request to a model: what it is called, and what a span is told of it and of its answer. */
export type ObservedRequest<Answer> = {
  operation: 'chat' | 'embeddings';
  provider: string;
  model: string;
  attributes: Attributes;
  answerAttributes(answer: Answer): Attributes;
  tokens(answer: Answer): Tokens;
};

/**
 * Sends a request within a span `<operation> <model>`, with duration and tokens measured, by the semantic
 * conventions for generative AI.
 * @throws what `send` throws.
 */
export async function observeRequest<Read, Answer extends Read>(
  request: ObservedRequest<Read>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const { operation, provider, model } = request;
  const name = `${provider}:${model}`;
  const common: Attributes = {
    [conventions.ATTR_GEN_AI_OPERATION_NAME]: operation,
    [conventions.ATTR_GEN_AI_PROVIDER_NAME]: providerNames[provider] ?? provider,
  };
  const startedAt = performance.now();

  /** What metrics are told of the model: unlike a span, a series never goes away. */
  function record(outcome: string, tokens: Tokens, more: Attributes = {}): void {
    const label = modelLabel(name);
    const labelled = label.slice(provider.length + 1);
    const series = { ...common, [conventions.ATTR_GEN_AI_REQUEST_MODEL]: labelled };
    const { modelCalls, operationDuration, tokenUsage } = instruments();
    for (const [type, count] of Object.entries(tokens)) {
      tokenUsage.record(count, { ...series, [conventions.ATTR_GEN_AI_TOKEN_TYPE]: type });
    }
    operationDuration.record((performance.now() - startedAt) / 1000, { ...series, ...more });
    modelCalls.add(1, { model: label, outcome });
  }

  const attributes = {
    ...common,
    [conventions.ATTR_GEN_AI_REQUEST_MODEL]: model,
    ...request.attributes,
    ...callerAttributes(),
  };
  return trace
    .getTracer('baton')
    .startActiveSpan(
      `${operation} ${model}`,
      { kind: SpanKind.CLIENT, attributes },
      async (span) => {
        try {
          const answer = await send();
          labelAnswered(name);
          span.setAttributes(request.answerAttributes(answer));
          record('answered', request.tokens(answer));
          return answer;
        } catch (error) {
          const outcome = outcomeOf(error);
          fail(span, error, outcome);
          record(outcome, {}, { [ATTR_ERROR_TYPE]: outcome });
          throw error;
        } finally {
          span.end();
        }
      },
    );
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
