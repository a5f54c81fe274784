import { z } from 'zod';
import { isJsonObject } from '../json.ts';
import type { Path } from './problem.ts';

function step(schema: unknown, part: PropertyKey): unknown {
  if (!isJsonObject(schema)) return undefined;
  if (typeof part === 'number') return schema['items'];
  const properties = schema['properties'];
  if (isJsonObject(properties) && Object.hasOwn(properties, String(part))) {
    return properties[String(part)];
  }
  return schema['additionalProperties'];
}

/** The names that the object at a path of a schema can hold; none where it is not such an object. */
export function fieldsAt(schema: z.ZodType, path: Path): string[] {
  // Without metadata, since a schema with an id would be a reference to itself.
  const metadata = z.registry<Record<string, never>>();
  const whole: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata });
  const at = path.reduce<unknown>(step, whole);
  return isJsonObject(at) && isJsonObject(at['properties']) ? Object.keys(at['properties']) : [];
}
