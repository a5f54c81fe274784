import type { ModelName } from './model-name.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import type { ModelAttempt } from '../../db/schema/index.ts';
import type {
  CallOptions,
  ChatRequest,
  ChatResponse,
  EmbeddingRequest,
  EmbeddingResponse,
  ImageRequest,
  ImageResponse,
  ProviderErrorKind,
  StoredConversation as ProviderConversation,
} from './provider.ts';

/** A conversation that the provider of one of the chain's models keeps. */
export type StoredConversation = Omit<ProviderConversation, 'onBegun'> & {
  /** Who began the response of `resumeResponseId`: no other model can wait for it, and none is asked. */
  resumeModel?: string;
  /** As a provider is given it, with the model that answers. */
  onBegun(responseId: string, model: ModelName): Promise<void>;
};

/** A request along a chain: each model of it is given the same. */
export type RoutedRequest = Omit<ChatRequest, 'model'>;

export type RoutedResponse = ChatResponse & {
  model: ModelName;
  /** Which of the model's deployments answered, where it has some. */
  deployment?: string;
  attempts: ModelAttempt[];
  responseId?: string;
};

/** The call moves on to another model of its chain, since `from` did not answer. */
export type FailoverEvent = {
  type: 'failover';
  from: string;
  to: string;
  error: { code: string; message: string };
};

export type RouteOptions = CallOptions & {
  /** @default 'normal' */
  priority?: Priority;
  /** On whose behalf it is: at its limits a model serves users in turns. */
  user?: string | undefined;
  /** Told of each change of model, before the next one is asked. */
  onFailover?: (event: FailoverEvent) => void;
  /** Told of the model before each request goes out, which waits for it. */
  onAsk?: (model: ModelName) => void | Promise<void>;
  /** Told of each request that was answered or failed; not of one that the signal ended. */
  onAttempt?: (attempt: ModelAttempt) => void;
  /** Whether a model whose content filter refused is followed by the next. @default false */
  failoverOnContentFilter?: boolean;
  /** Set where a provider keeps the conversation; models of others are skipped. */
  stored?: StoredConversation;
};

/** Sends a request along a chain of models until one answers. */
export interface ModelRouter {
  /** The chain for agents that name none: never empty, the demo model when nothing else is configured. */
  readonly defaultChain: readonly ModelName[];
  /** Names in `chain` that nothing configured can serve, each with what to set. */
  missing(chain: readonly string[]): string[];
  /** Whether the provider of a model keeps conversations, from which a call can go on there. */
  keepsConversations(name: string): boolean;
  /**
   * @throws {AllModelsFailed} when no model of the chain answered: it says what was tried.
   * @throws {CallDelayed} when every model that could answer has a long queue: call again later.
   */
  chat(
    chain: readonly string[],
    request: RoutedRequest,
    options: RouteOptions,
  ): Promise<RoutedResponse>;
}

export interface DeploymentDirectory {
  /** The deployments of a model, and what each can do; none for a model that is served by one key. */
  deploymentsOf(name: string): { name: string; can: readonly string[] }[];
}

/** The vectors of a model, which no other model's can stand in for: there is no failover. */
export interface EmbeddingRouter {
  /** @throws as {@link ModelRouter} does. */
  embed(
    model: string,
    request: Omit<EmbeddingRequest, 'model'>,
    options: Pick<RouteOptions, 'signal' | 'priority' | 'user'>,
  ): Promise<EmbeddingResponse & { model: ModelName; deployment?: string }>;
}

/** Images of one model. */
export interface ImageRouter {
  /** @throws as {@link ModelRouter} does. */
  generateImage(
    model: string,
    request: Omit<ImageRequest, 'model'>,
    options: Pick<RouteOptions, 'signal' | 'priority' | 'user'>,
  ): Promise<ImageResponse & { model: ModelName; deployment?: string }>;
}

export class AllModelsFailed extends Error {
  override readonly name = 'AllModelsFailed';
  readonly attempts: ModelAttempt[];
  /** True when trying again later can help. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** The models that do not respond; none where they failed in another way. */
  readonly away: readonly string[];
  /** Whether a model is at its limits. */
  readonly isBusy: boolean;
  /** True where a part of an answer had come, which trying again pays for once more. */
  readonly hasBrokenOff: boolean;
  /** How the last model failed that was asked or left out. */
  readonly kind: ProviderErrorKind | undefined;

  constructor(
    message: string,
    details: {
      attempts: ModelAttempt[];
      retryable: boolean;
      retryAfterMs?: number;
      away?: readonly string[];
      isBusy?: boolean;
      hasBrokenOff?: boolean;
      kind?: ProviderErrorKind | undefined;
    },
  ) {
    super(message);
    this.attempts = details.attempts;
    this.retryable = details.retryable;
    this.retryAfterMs = details.retryAfterMs;
    this.away = details.away ?? [];
    this.isBusy = details.isBusy ?? false;
    this.hasBrokenOff = details.hasBrokenOff ?? false;
    this.kind = details.kind;
  }
}

/** The models' limits make the call wait for so long that whoever asks should come back later. */
export class CallDelayed extends Error {
  override readonly name = 'CallDelayed';
  readonly retryAfterMs: number;
  /** The limit that holds it up, where one does, and how many calls come before it: null, nobody knows. */
  readonly limit: { reason: string; ahead: number | null } | undefined;

  constructor(
    message: string,
    { retryAfterMs, limit }: { retryAfterMs: number; limit?: NonNullable<CallDelayed['limit']> },
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.limit = limit;
  }
}
