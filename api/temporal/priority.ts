import { createHash } from 'node:crypto';
import type { Priority as TemporalPriority } from '@temporalio/common';
import type { Priority } from '../../contracts/models/messages.ts';

/** Temporal's own keys: from 1, the first, to 5. */
const priorityKeys = { high: 1, normal: 3, low: 5 } as const satisfies Record<Priority, number>;
/** The longest fairness key that Temporal takes. */
const longestKeyBytes = 64;

/**
 * Where work stands in Temporal's queues: by priority, and within one priority the users take turns, so that one
 * with much to do does not hold up one with little. Children and activities inherit it.
 */
export function temporalPriority(about: { priority: Priority; user: string }): TemporalPriority {
  const { priority, user } = about;
  const isShort = Buffer.byteLength(user) <= longestKeyBytes;
  return {
    priorityKey: priorityKeys[priority],
    fairnessKey: isShort ? user : createHash('sha256').update(user).digest('hex'),
  };
}
