import { unfitJson } from '../values/nesting.ts';
import { problem } from '../values/problem.ts';
import type { Problem } from '../values/problem.ts';
import { documentLimits, overLimit } from './document-limits.ts';
import type { DocumentLimitName } from './document-limits.ts';

/** A value of a document, and the way to it. */
type Place = { value: unknown; level: number; key?: string | number; above?: Place };

/** Parts of a path that lead to what is too much; the rest would be as long as the nesting. */
const toldParts = 3;

/**
 * What makes a document unfit for a closer look: that it passes one of {@link documentLimits}, or what
 * `unfitJson` finds. Looks at each value once and stops at the limit, so that it takes what loops and what aliases blow up.
 */
export function unfitDocument(document: unknown): Problem | undefined {
  return overSize(document) ?? overCount(document) ?? unfitJson(document, []);
}

/** The first place, in the order of the text, where a value is larger or nests deeper than a document may. */
export function overSize(document: unknown): Problem | undefined {
  const { levels, values, megabytes } = documentLimits;
  const mostCharacters = megabytes.most * 1024 * 1024;
  let [count, characters] = [0, 0];
  const open: Place[] = [{ value: document, level: 0 }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, level } = place;
    if (typeof value === 'string') characters += value.length;
    if (characters > mostCharacters) return over('megabytes', place);
    if (typeof value !== 'object' || value === null) continue;
    if (level >= levels.most) return over('levels', place);
    const isList = Array.isArray(value);
    const keys: (string | number)[] = isList ? [...value.keys()] : Object.keys(value);
    count += keys.length;
    if (count > values.most) return over('values', place);
    for (const key of keys.toReversed()) {
      if (typeof key === 'string') characters += key.length;
      const member = (value as Record<string | number, unknown>)[key];
      open.push({ value: member, level: level + 1, key, above: place });
    }
  }
  return undefined;
}

function overCount(document: unknown): Problem | undefined {
  for (const name of ['nodes', 'edges'] as const) {
    const list = (document as Partial<Record<string, unknown>> | null)?.[name];
    if (Array.isArray(list) && list.length > documentLimits[name].most) {
      return problem([name], overLimit(name), documentLimits[name].fix);
    }
  }
  return undefined;
}

function over(name: DocumentLimitName, place: Place): Problem {
  const path: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.above) path.push(at.key);
  const told = path.toReversed().slice(0, toldParts);
  return problem(told, `the document ${overLimit(name)}`, documentLimits[name].fix);
}
