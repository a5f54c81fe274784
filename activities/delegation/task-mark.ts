import { createHash } from 'node:crypto';

/** A short mark of a task's text: texts that differ in case, spaces and punctuation alone have the same. */
export function taskMark(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 16);
}
