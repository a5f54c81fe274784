import { z } from 'zod';
import { isJsonObject } from '../../base/json.ts';
import type { Path } from '../../values/problem.ts';

/** A part of a JSON Schema that describes an object or a list: the schema of one of its fields or items. */
export function step(schema: unknown, part: PropertyKey): unknown {
  if (!isJsonObject(schema)) return undefined;
  if (typeof part === 'number') return schema['items'];
  const properties = schema['properties'];
  if (isJsonObject(properties) && Object.hasOwn(properties, String(part))) {
    return properties[String(part)];
  }
  return schema['additionalProperties'];
}

/** A schema, and those of which a value may fit any. */
function formsOf(schema: unknown): unknown[] {
  if (!isJsonObject(schema)) return [];
  const { anyOf, oneOf } = schema;
  return [
    schema,
    ...[anyOf, oneOf].flatMap((forms) => (Array.isArray(forms) ? forms.flatMap(formsOf) : [])),
  ];
}

/** Whether a value can be of a form: where the form has a constant, the value has no other. */
function isOfForm(form: unknown, value: unknown): boolean {
  const properties = isJsonObject(form) ? form['properties'] : undefined;
  if (!isJsonObject(properties) || !isJsonObject(value)) return true;
  return Object.entries(properties).every(([name, property]) => {
    const constant = isJsonObject(property) ? property['const'] : undefined;
    return constant === undefined || value[name] === undefined || value[name] === constant;
  });
}

const descriptions = new WeakMap<z.ZodType, unknown>();

/** The JSON Schema of a schema, made once: a document can have as many mistakes as nodes. */
function descriptionOf(schema: z.ZodType): unknown {
  const known = descriptions.get(schema);
  if (known) return known;
  // Without metadata, since a schema with an id would be a reference to itself.
  const metadata = z.registry<Record<string, never>>();
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata });
  descriptions.set(schema, made);
  return made;
}

/**
 * The names that the object at a path of a schema can hold; none where it is not such an object.
 * @param value the object, which says which of several forms it has.
 */
export function fieldsAt(schema: z.ZodType, path: Path, value: unknown): string[] {
  const found = path.reduce<unknown[]>(
    (at, part) => at.flatMap(formsOf).map((form) => step(form, part)),
    [descriptionOf(schema)],
  );
  const properties = found
    .flatMap(formsOf)
    .filter((form) => isOfForm(form, value))
    .flatMap((form) =>
      isJsonObject(form) && isJsonObject(form['properties']) ? [form['properties']] : [],
    );
  return [...new Set(properties.flatMap((each) => Object.keys(each)))];
}
