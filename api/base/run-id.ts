import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new run's id, such as `run_01kag…`. */
export function newRunId(now = Date.now()): string {
  return newId('run', now);
}

/** A new call's id, such as `gw_01kag…`; its activity and its answer have the same. */
export function newCallId(now = Date.now()): string {
  return newId('gw', now);
}

/** A new example's id, such as `ex_01kag…`. */
export function newExampleId(now = Date.now()): string {
  return newId('ex', now);
}

/** Sorts by the millisecond it was made, then at random (80 bits). */
function newId(prefix: string, now: number): string {
  let time = now;
  let text = '';
  for (let digit = 0; digit < 10; digit += 1) {
    text = alphabet.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  const random = Array.from(randomBytes(16), (byte) => alphabet.charAt(byte % 32)).join('');
  return `${prefix}_${text}${random}`;
}
