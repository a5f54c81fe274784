import { randomBytes } from 'node:crypto';
import { timeId } from '../../contracts/base/time-id.ts';

/** A new run's id, such as `run_01kag…`. */
export function newRunId(now = Date.now()): string {
  return timeId('run', now, randomBytes(16));
}

/** A new call's id, such as `gw_01kag…`; its activity and its answer have the same. */
export function newCallId(now = Date.now()): string {
  return timeId('gw', now, randomBytes(16));
}

/** A new example's id, such as `ex_01kag…`. */
export function newExampleId(now = Date.now()): string {
  return timeId('ex', now, randomBytes(16));
}
