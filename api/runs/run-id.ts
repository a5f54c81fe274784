import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new run's id, such as `run_01kag…`: sorts by the millisecond it was made, then at random (80 bits). */
export function newRunId(now = Date.now()): string {
  let time = now;
  let text = '';
  for (let digit = 0; digit < 10; digit += 1) {
    text = alphabet.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  const random = Array.from(randomBytes(16), (byte) => alphabet.charAt(byte % 32)).join('');
  return `run_${text}${random}`;
}
