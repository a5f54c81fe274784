import type { Caller } from '../../base/caller.ts';
import type { FailoverEvent } from '../router.ts';
import type { CallSize } from './quote.ts';

/** A call that wants to be paid. */
export type Purchase = {
  caller: Caller;
  chain: readonly string[];
  size: CallSize;
  /** The call was sent before: it costs what it costs. */
  wasSent?: boolean;
  /** No other model will do, so that a budget cannot go on with cheaper ones. */
  isModelFixed?: boolean;
  signal: AbortSignal;
  /** Told when the call goes on with the cheaper models of a budget. */
  onFailover?: (event: FailoverEvent) => void;
};
