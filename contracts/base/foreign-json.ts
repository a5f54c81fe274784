import type { Json } from './json.ts';
import { isTooDeep } from './nesting.ts';

/**
 * The value of JSON text that others wrote; undefined where it is none, or where it nests deeper than what walks through
 * it or writes it again can follow.
 */
export function foreignJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
