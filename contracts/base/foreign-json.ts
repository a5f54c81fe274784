import type { Json } from './json.ts';
import { isTooDeep } from './nesting.ts';

/**
 * Parses JSON text that others wrote. Returns undefined if it is not JSON, or nests too deep for the code that walks
 * through it or writes it again.
 */
export function foreignJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
