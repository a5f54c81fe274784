import { counted, words } from '../../components/values/words.ts';

/** Refusals by their code, the most frequent first: `3 rate limits, 1 validation error`. */
export function errorsText(errors: Record<string, number>): string {
  return Object.entries(errors)
    .toSorted(([, one], [, other]) => other - one)
    .map(([code, count]) => {
      const one = words(code.toLowerCase()).toLowerCase();
      // Others say what is missing or denied, and have no plural.
      return counted(count, one, one.replace(/(error|limit)$/, '$1s'));
    })
    .join(', ');
}
