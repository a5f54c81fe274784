import type { Stream } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { cutText } from '../../contracts/base/text.ts';

/** Characters that are kept of what a program writes, the last ones. */
const mostKept = 20_000;
const mostLines = 5;
const longestLine = 200;

/**
 * Listens to what a program writes to its standard error, for as long as it runs.
 * @param redact takes the secrets out of a text. Lines are cut after that, so that no half of one is left.
 * @returns gives the last lines of it as one text; an empty one where there were none.
 */
export function lastWords(errors: Stream | null, redact: (text: string) => string): () => string {
  const decoder = new StringDecoder('utf8');
  let kept = '';
  let isCut = false;
  errors?.on('data', (part: Buffer) => {
    kept += decoder.write(part);
    if (kept.length <= mostKept) return;
    kept = kept.slice(-mostKept);
    isCut = true;
  });
  return () => {
    // A line whose beginning is lost may begin within a secret.
    const whole = isCut ? kept.slice(kept.indexOf('\n') + 1 || kept.length) : kept;
    const lines = redact(whole)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines
      .slice(-mostLines)
      .map((line) => cutText(line, longestLine))
      .join(' | ');
  };
}
