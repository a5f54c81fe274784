import { cutText, storableText } from '../../../../contracts/base/text.ts';
import { hideSecrets } from '../../../../telemetry/hide-secrets.ts';

const longestMessage = 300;
/** What is cut off before secrets are looked for. */
const longestLook = 10_000;

/**
 * Text of a provider that may be stored and shown: without `secrets` and what looks like a key, on one
 * line, cut at 300 characters.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length > 3);
  const look = hideSecrets(text.slice(0, longestLook), known);
  // Its end may be the beginning of a secret.
  const margin = Math.max(100, ...known.map(({ length }) => length));
  const whole = text.length > longestLook ? look.slice(0, -margin) : look;
  const clean = whole.replace(/\s+/g, ' ').trim();
  return cutText(storableText(clean), longestMessage);
}
