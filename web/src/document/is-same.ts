import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../contracts/base/json.ts';

/** Whether two values say the same, in whatever order. Parts that are one object are not looked into. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length && one.every((member, index) => isSameValue(member, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = namesIn(one);
  return (
    names.length === namesIn(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

/** What is undefined is not there. */
function namesIn(object: JsonObject): string[] {
  return Object.keys(object).filter((name) => object[name] !== undefined);
}

/** Whether two documents mean the same: what is only for the eyes on the canvas means nothing. */
export function isSameDocument(one: object, other: object): boolean {
  const [before, after] = [one, other].map((document) =>
    canonicalJson({ ...document, layout: undefined, canvas: undefined }),
  );
  return before === after;
}
