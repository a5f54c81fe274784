import type { LimitState } from './limit-state.ts';

/** Where the limits of models are kept. */
export interface LimitStore {
  /** How long what a process holds lives on without being renewed. */
  readonly leaseMs: number;
  /** Whether other processes change the state too. */
  readonly isShared: boolean;
  /**
   * Reads and changes the state of a model in one step.
   * @param create gives the state of a model that has none yet.
   * @param change may run several times, each time on a fresh state; `now` is the store's clock in milliseconds.
   */
  update<Result>(
    model: string,
    create: (now: number) => LimitState,
    change: (state: LimitState, now: number) => Result,
  ): Promise<Result>;
}
