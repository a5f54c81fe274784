import { cutText, storableText } from '../../contracts/text.ts';

const secretPatterns = [/\bsk-[\w*.…-]{4,}/g, /\bBearer\s+[^\s"',]+/gi];
const longestMessage = 300;

/**
 * Text of a provider that may be stored and shown: without `secrets` and what looks like a key, on one
 * line, cut at 300 characters.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret.length > 3)
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text);
  const clean = secretPatterns
    .reduce((rest, pattern) => rest.replace(pattern, '[key]'), known)
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(storableText(clean), longestMessage);
}
