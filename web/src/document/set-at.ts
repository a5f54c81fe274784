import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { isJsonObject } from '../../../contracts/base/json.ts';
import type { Path } from './path.ts';

/**
 * A value with one of its parts replaced, or without it where `part` is undefined. Objects on the way are
 * made where there are none; nothing is changed in place.
 */
export function setAt(value: Json | undefined, path: Path, part: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return part ?? null;
  if (Array.isArray(value) && typeof key === 'number') {
    if (rest.length > 0 || part !== undefined)
      return value.toSpliced(key, 1, setAt(value[key], rest, part));
    return value.toSpliced(key, 1);
  }
  const object: JsonObject = isJsonObject(value) ? value : {};
  if (rest.length > 0 || part !== undefined) {
    return { ...object, [key]: setAt(object[key], rest, part) };
  }
  const { [key]: _removed, ...others } = object;
  return others;
}
