import type { Budget } from '../../contracts/models/budget.ts';
import type { Priority } from '../../contracts/models/messages.ts';

/** Who asks, who pays, and under which id the call is booked. */
export type Caller = {
  /** Unique for a call, and the same when its activity runs again. */
  callId: string;
  source: 'run' | 'gateway';
  user: string;
  priority: Priority;
  runId?: string;
  nodePath?: string;
  agent?: string;
  /** Budgets of the run and of its agents; those of the user and the day are added where it is booked. */
  budgets: Budget[];
};
