import type { ModelAttempt } from '../../db/schema/index.ts';
import type { ChatRequest, ChatResponse } from './provider.ts';

/** A model as chains name it: `openai:gpt-5.2`, `ollama:qwen3`, `demo:trend`. */
export type ModelName = `${string}:${string}`;

export type RoutedResponse = ChatResponse & { model: ModelName; attempts: ModelAttempt[] };

/** Sends a request along a chain of models until one answers. */
export interface ModelRouter {
  /** The chain for agents that name none: never empty, the demo model when nothing else is configured. */
  readonly defaultChain: readonly ModelName[];
  /** Names in `chain` that nothing configured can serve, each with what to set. */
  missing(chain: readonly string[]): string[];
  /**
   * @throws {AllModelsFailed} when no model of the chain answered: it says what was tried.
   */
  chat(
    chain: readonly string[],
    request: Omit<ChatRequest, 'model'>,
    signal: AbortSignal,
  ): Promise<RoutedResponse>;
}

export class AllModelsFailed extends Error {
  override readonly name = 'AllModelsFailed';
  readonly attempts: ModelAttempt[];
  /** True when trying again later can help. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    details: { attempts: ModelAttempt[]; retryable: boolean; retryAfterMs?: number },
  ) {
    super(message);
    this.attempts = details.attempts;
    this.retryable = details.retryable;
    this.retryAfterMs = details.retryAfterMs;
  }
}
