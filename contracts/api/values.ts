import { z } from 'zod';
import type { Json, JsonObject } from '../base/json.ts';

/** Any JSON value. Not `z.json()`: its recursion has no place in an OpenAPI document. */
export const jsonSchema = z.unknown() as unknown as z.ZodType<Json, Json>;

/** Any JSON object. */
export const jsonObjectSchema = z.record(z.string(), z.unknown()) as unknown as z.ZodType<
  JsonObject,
  JsonObject
>;

/** An instant in ISO 8601, UTC. */
export const instantSchema = z.iso.datetime();

export const errorSchema = z
  .object({
    type: z.string().describe('Stable error code'),
    message: z.string().describe('What happened, and what to do about it'),
    node: z.string().optional().describe('The node that failed'),
    doubt: z
      .literal(true)
      .optional()
      .describe('Set if a side effect may have happened despite the error'),
  })
  .meta({ id: 'RunError' });

/** Whose content something rests on, where others wrote it. */
export const taintSchema = z
  .array(z.string())
  .optional()
  .describe('Untrusted sources that this depends on, such as a web page; no one has reviewed them');

const words = {
  truthy: ['true', '1', 'yes', 'on', 'y', 'enabled'],
  falsy: ['false', '0', 'no', 'off', 'n', 'disabled'],
};

/** Yes or no in an address, in any case; the description lists the words. */
export const booleanQuery = z.stringbool(words).meta({ enum: [...words.truthy, ...words.falsy] });

/** What every list takes: how many items, and where the page before ended. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of items'),
  cursor: z.string().optional().describe('The `nextCursor` of the previous page'),
};

/** A page of items; `nextCursor` is null on the last one. */
export function listOf<Item extends z.ZodType>(item: Item, id: string) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() }).meta({ id });
}
