import { z } from 'zod';
import type { JsonSchema } from '../../contracts/base/json.ts';
import { schemaProblems } from '../../contracts/values/json-schema.ts';

/**
 * Checks arguments by the JSON Schema that somebody else has written. Of a schema that cannot be used safely, such as
 * one with a slow pattern, it is only asked that the arguments are an object: whoever wrote it checks them again.
 */
export function schemaOfParameters(parameters: JsonSchema): z.ZodType {
  if (schemaProblems(parameters, []).length > 0) return z.record(z.string(), z.json());
  return z.fromJSONSchema(parameters);
}
