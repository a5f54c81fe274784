const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id such as `run_01kag…`: it sorts by the millisecond in which it was created, and then by the given bytes, of
 * which 16 are used.
 */
export function timeId(prefix: string, now: number, bytes: Uint8Array): string {
  let time = now;
  let text = '';
  for (let digit = 0; digit < 10; digit += 1) {
    text = alphabet.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  const rest = Array.from(bytes.subarray(0, 16), (byte) => alphabet.charAt(byte % 32)).join('');
  return `${prefix}_${text}${rest}`;
}
