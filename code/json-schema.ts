import { z } from 'zod';
import type { JsonObject } from '../contracts/base/json.ts';

/** What a document has for a schema: a zod schema becomes the JSON Schema of what is given, any other value stays. */
export function jsonSchemaOf<Value>(schema: Value): Exclude<Value, z.ZodType> | JsonObject {
  if (!(schema instanceof z.ZodType)) return schema as Exclude<Value, z.ZodType>;
  const json = z.toJSONSchema(schema, { io: 'input' }) as JsonObject;
  delete json['$schema'];
  return json;
}
