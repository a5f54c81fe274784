import { words } from '../../components/values/words.ts';

/** Refusals by their code, the most frequent first: `3 rate limit, 1 validation error`. */
export function errorsText(errors: Record<string, number>): string {
  return Object.entries(errors)
    .toSorted(([, one], [, other]) => other - one)
    .map(([code, count]) => `${count} ${words(code.toLowerCase()).toLowerCase()}`)
    .join(', ');
}
