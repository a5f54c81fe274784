import { isJsonObject } from '../../../../contracts/base/json.ts';

/** The member at `path` of nested objects. */
export function member(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (isJsonObject(at) ? at[key] : undefined), value);
}
