import type {
  ChatMessage,
  FinishReason,
  ToolCall,
  ToolChoice,
  ToolDefinition,
  Usage,
} from '../../contracts/messages.ts';

export type ChatRequest = {
  /** The provider's own name of the model, without the provider's prefix. */
  model: string;
  messages: ChatMessage[];
  tools: ToolDefinition[];
  toolChoice: ToolChoice;
  maximumOutputTokens?: number;
  temperature?: number;
};

export type ChatResponse = {
  text: string;
  toolCalls: ToolCall[];
  finish: FinishReason;
  usage: Usage;
};

/** One way to models: one request, one response, no loop and no retry of its own. */
export interface ModelProvider {
  readonly name: string;
  /**
   * @throws {ProviderError} when there is no answer, classified.
   * @throws the signal's reason when `signal` aborts; the request on the wire is aborted too.
   */
  chat(request: ChatRequest, signal: AbortSignal): Promise<ChatResponse>;
}

/** What to do after an error: the same provider again later, another provider, or neither. */
export type ProviderErrorKind =
  | 'rate_limited'
  | 'transient'
  | 'unauthorized'
  | 'context_too_long'
  | 'content_filter'
  | 'invalid_request';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: string;
  readonly kind: ProviderErrorKind;
  /** HTTP status or the network's error code, such as `500` or `ECONNREFUSED`. */
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(details: {
    provider: string;
    kind: ProviderErrorKind;
    code: string;
    message: string;
    retryAfterMs?: number;
    cause?: unknown;
  }) {
    super(details.message, { cause: details.cause });
    this.provider = details.provider;
    this.kind = details.kind;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
  }
}
