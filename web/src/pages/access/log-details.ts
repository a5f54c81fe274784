import type { JsonObject } from '../../../../contracts/base/json.ts';

/** The details of an event with what a person reads first, and long rows of digits last. */
export function detailsInOrder({ hash, etag, ...words }: JsonObject): JsonObject {
  return { ...words, ...(hash !== undefined && { hash }), ...(etag !== undefined && { etag }) };
}
