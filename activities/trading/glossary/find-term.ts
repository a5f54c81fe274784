import { nearest } from '../../../contracts/base/nearest.ts';
import { glossary } from './terms/index.ts';
import type { Term } from './terms/term.ts';

const mostNear = 5;

/** Normalizes a name for comparison: lower case, without accents, punctuation, article or plural. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\p{L}\p{N}%&+:/]+/gu, ' ')
    .trim()
    .replace(/^(?:what is |what are |explain |define )/, '')
    .replace(/^(?:an?|the) /, '')
    .replace(/(?<=[a-z]{3})s$/, '');
}

const byName = new Map<string, Term>();
for (const term of glossary) {
  for (const name of [term.name, ...term.aliases]) byName.set(comparable(name), term);
}

/** The term with a name or alias; otherwise up to five similar names, best match first. */
export function findTerm(concept: string): { term: Term } | { near: string[] } {
  const wanted = comparable(concept);
  const term = byName.get(wanted);
  if (term) return { term };
  const words = wanted.split(' ').filter((word) => word.length > 2);
  const scored = [...byName].flatMap(([name, each]) => {
    const shared = words.filter((word) => name.split(' ').includes(word)).length;
    return shared > 0 ? [{ name: each.name, score: shared / words.length }] : [];
  });
  const mistyped = nearest(wanted, byName.keys());
  const typed = mistyped === undefined ? [] : [byName.get(mistyped)!.name];
  const sharing = scored.toSorted((one, other) => other.score - one.score).map(({ name }) => name);
  return { near: [...new Set([...typed, ...sharing])].slice(0, mostNear) };
}
