import type {
  AssistantMessage,
  ChatDelta,
  ChatQuestion,
  FinishReason,
  Usage,
} from '../../contracts/models/messages.ts';

export type ChatRequest = ChatQuestion & {
  /** The provider's own name of the model, without the provider's prefix. */
  model: string;
  /** What the server of a deployment calls the model, where that is another name. */
  deployedAs?: string;
};

export type ChatResponse = Pick<
  AssistantMessage,
  'text' | 'toolCalls' | 'reasoning' | 'isRefusal'
> & {
  finish: FinishReason;
  /** What of the request the model did not take. */
  ignored?: readonly string[];
  usage: Usage;
};

/** How a call is watched and stopped. */
export type CallOptions = {
  /** Its abort reaches the socket. */
  signal: AbortSignal;
  /**
   * Told of each part of the answer as it comes; where it is given, the answer is streamed. An empty text says no more
   * than that the model is writing.
   */
  onDelta?: (delta: ChatDelta) => void;
  /** Told of each request whose answer begins, also where nothing was written yet: from then on it is billed. */
  onBegin?: () => void;
  /** Told when what was said so far is void, since the same question is asked again. */
  onRetry?: () => void;
  /** Told before a request goes out without a part of what was asked, by the names that the client used. */
  onIgnored?: (names: readonly string[]) => void;
  /** Told where the model is asked to call its tools in words, and why: it refuses tools, or failed to call them. */
  onTextTools?: (why: TextToolsReason) => void;
  /** The run that it is for: what is learned of a model's way of calling holds within it. */
  runId?: string;
  /** The conversation that it is a part of: its requests begin alike, so that a provider can cache them. */
  conversation?: string;
};

export type TextToolsReason = 'refuses' | 'failed';

/** A conversation that the provider keeps: the call goes on from there, and only to that provider. */
export type StoredConversation = {
  /** The response that this one follows: the request's messages hold only what came after it. */
  previousResponseId?: string;
  /** A response that was begun for this very call: it is waited for, not asked again. */
  resumeResponseId?: string;
  /** Told of the response's id before its answer is there; the call goes on when it resolves. */
  onBegun(responseId: string): Promise<void>;
  /**
   * Asked when the signal aborts: whether the provider shall go on with the response, since somebody will
   * come back for it. @default false
   */
  keepOnAbort?(): boolean;
};

export type EmbeddingRequest = {
  model: string;
  deployedAs?: string;
  texts: string[];
  /** Texts as the ids of the model's own tokens, in place of `texts`, for providers that take them. */
  tokens?: number[][];
  /** Length of the vectors, for models that can shorten them. */
  dimensions?: number;
};

/** One vector a text, in the order of the texts. */
export type EmbeddingResponse = { vectors: number[][]; inputTokens: number };

/** The form of an image. */
export const imageShapes = ['square', 'landscape', 'portrait'] as const;

export type ImageRequest = {
  model: string;
  deployedAs?: string;
  prompt: string;
  shape: (typeof imageShapes)[number];
};

/** An image as base64 data; counts are zero where the provider does not give them. */
export type ImageResponse = {
  mediaType: string;
  data: string;
  usage: Pick<Usage, 'inputTokens' | 'outputTokens'> & { imageTokens: number };
};

/** One way to models: one request, one response, no loop and no retry of its own. */
export interface ModelProvider {
  readonly name: string;
  /**
   * @throws {ProviderError} when there is no answer, classified; also when a stream breaks off or carries an error.
   * @throws the signal's reason when it aborts; the request on the wire is aborted too.
   */
  chat(request: ChatRequest, options: CallOptions): Promise<ChatResponse>;
  /**
   * As `chat`, in a conversation that the provider keeps. Left out where it keeps none. Throws as `chat` does, and a
   * {@link ProviderError} of code `previous_response_not_found` where the conversation is gone: send all of it.
   */
  respond?(
    request: ChatRequest,
    options: CallOptions & StoredConversation,
  ): Promise<ChatResponse & { responseId: string }>;
  /** Left out where the provider has no embeddings. Throws as `chat` does. */
  embed?(
    request: EmbeddingRequest,
    options: Pick<CallOptions, 'signal'>,
  ): Promise<EmbeddingResponse>;
  /** Left out where the provider makes no images. Throws as `chat` does. */
  generateImage?(
    request: ImageRequest,
    options: Pick<CallOptions, 'signal'>,
  ): Promise<ImageResponse>;
}

/** What to do after an error: the same provider again later, another provider, or neither. */
export type ProviderErrorKind =
  | 'rate_limited'
  | 'transient'
  | 'unauthorized'
  | 'context_too_long'
  | 'content_filter'
  | 'tools_unsupported'
  | 'invalid_request';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: string;
  readonly kind: ProviderErrorKind;
  /** HTTP status or the network's error code, such as `500` or `ECONNREFUSED`. */
  readonly code: string;
  readonly retryAfterMs: number | undefined;
  /** Whether the provider does not respond at all, for a reason that ends by itself. */
  readonly isAway: boolean;

  constructor(details: {
    provider: string;
    kind: ProviderErrorKind;
    code: string;
    message: string;
    retryAfterMs?: number;
    isAway?: boolean;
    cause?: unknown;
  }) {
    super(details.message, { cause: details.cause });
    this.provider = details.provider;
    this.kind = details.kind;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
    this.isAway = details.isAway ?? false;
  }
}
