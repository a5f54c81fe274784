import type { Json } from '../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../contracts/base/json.ts';

/**
 * Which member of a list each member of its successor was: an equal one, else the one with the same `id`,
 * else the one at the same place. Undefined for what is new; no member is two.
 */
export function matchMembers(before: Json[], after: Json[]): (number | undefined)[] {
  const matches: (number | undefined)[] = after.map(() => undefined);
  const free = new Set(before.keys());
  for (const sameness of samenesses) {
    const byKey = new Map<string, number[]>();
    for (const index of free) {
      const key = sameness(before[index]!, index);
      if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), index]);
    }
    for (const [index, member] of after.entries()) {
      if (matches[index] !== undefined) continue;
      const key = sameness(member, index);
      const match = key === undefined ? undefined : byKey.get(key)?.shift();
      if (match === undefined) continue;
      matches[index] = match;
      free.delete(match);
    }
  }
  return matches;
}

type Sameness = (member: Json, index: number) => string | undefined;

const samenesses: Sameness[] = [(member) => canonicalJson(member), idOf, placeOf];

function idOf(member: Json): string | undefined {
  return isJsonObject(member) && typeof member['id'] === 'string' ? member['id'] : undefined;
}

/** A member with an id of its own is never another one at the same place. */
function placeOf(member: Json, index: number): string | undefined {
  return idOf(member) === undefined ? String(index) : undefined;
}
