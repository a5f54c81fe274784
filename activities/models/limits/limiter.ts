import type { Priority } from '../../../contracts/models/messages.ts';

/** The right to send one call. Each is ended once, by one of its functions; a second time does nothing. */
export type Permit = {
  /** The provider answered, or failed after it may have worked: `tokens` were used. */
  settle(used: { tokens: number; isAnswer: boolean }): Promise<void>;
  /** The provider refused: a 429 is about our rate, a 529 is not. */
  refuse(refusal: { isOurs: boolean; retryAfterMs: number | undefined }): Promise<void>;
  /** Nothing was sent. */
  giveBack(): Promise<void>;
};

export type LimitedCall = {
  /** About how many it will use, input and output. */
  tokens: number;
  priority: Priority;
  /** On whose behalf it is: users take turns. */
  user?: string | undefined;
  /** When it came, in milliseconds: a second try keeps its place. */
  arrivedAt: number;
  signal: AbortSignal;
  /** Longest wait in the queue; with 0 it goes at once or not at all, and nobody counts on it to come again. */
  maximumWaitMs: number;
};

/** How the limits of a model stand. */
export type LimiterStatus = {
  rateFactor: number;
  requestsLeft: number;
  tokensLeft: number;
  pausedUntil: number;
  /** Calls of this process under way, and those that wait. */
  running: number;
  queue: Record<Priority, number>;
};

export interface ModelLimiter {
  /**
   * Waits for a slot, a request and tokens: the highest priority first, then users in turns, then who came first.
   * Between processes that share a store, the first of each goes by priority and arrival.
   * @throws {CallDelayed} at once where the wait or the queue would be longer than allowed, or when it became so.
   * @throws the signal's reason when it aborts.
   */
  acquire(call: LimitedCall): Promise<Permit>;
  status(): Promise<LimiterStatus>;
  /** Calls of this process that are under way or wait. */
  load(): number;
  /** True while there are none. */
  isIdle(): boolean;
}
