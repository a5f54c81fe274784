import type { Budget } from '../../contracts/models/budget.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import type { Booking } from '../../db/repositories/models/budgets.ts';
import type { DailyBudget } from '../../db/repositories/models/daily-budgets.ts';

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
  /** The API key that asked. */
  keyId?: string;
  /** Budgets of the run and of its agents; those of the user and the day are added where it is booked. */
  budgets: Budget[];
  /** Those of the user and the day, where they were read when the call began. */
  dailyBudgets?: readonly DailyBudget[];
  /** The request of it that is on record as under way: whatever books it, it is booked once. */
  requestId?: () => string;
  /** Books the call together with what else is to be stored of it; left out, it is booked by itself. */
  book?: Book;
};

/** @param settle books it by itself. */
export type Book = (booking: Booking, settle: () => Promise<void>) => Promise<void>;
