import { createHash } from 'node:crypto';

/** The length of the vectors. */
const dimensions = 384;

/** What an embedding without a model has to say of itself. */
export const lexicalNotice = 'Lexical embedding, no model: it compares words, not meaning.';

/** Words that say nothing of what a text is about. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have he her his how i if in into is it its ' +
    'me my no not of on or our she so than that the their them then there these they this to was we were what ' +
    'when which who why will with you your'
  ).split(' '),
);

/**
 * The direction of a text by its words and pairs of words: signed feature hashing (Weinberger et al., 2009) of
 * frequencies damped by a logarithm, normalised to length 1. The same text gives the same vector everywhere; texts
 * without words have one direction of their own.
 */
export function embedLexically(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const [feature, frequency] of frequencies(featuresOf(text))) {
    const hash = createHash('sha256').update(feature).digest();
    const place = hash.readUInt32LE(0) % dimensions;
    const sign = hash.readUInt8(4) % 2 === 0 ? 1 : -1;
    vector[place] = (vector[place] ?? 0) + sign * (1 + Math.log(frequency));
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function featuresOf(text: string): string[] {
  const words = (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter(
    // Figures tell texts apart that are about the same.
    (word) => !stopWords.has(word) && !/^\d+$/.test(word),
  );
  // No direction can be told of zeros alone.
  if (words.length === 0) return [''];
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return [...words, ...pairs];
}

function frequencies(features: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}
