import { isJsonObject } from '../../base/json.ts';

/** Keywords of a schema that OpenAI can hold a model to (its guide on structured outputs, November 2026). */
const keywords = new Set(
  [
    'type title description enum const anyOf $ref $defs definitions',
    'properties required additionalProperties items minItems maxItems',
    'pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Whether a model can be held to a schema without leeway: an object at its root, every object closed with all
 * its properties required, and no keyword beyond those that are known.
 */
export function fitsStrictMode(schema: unknown): boolean {
  return isJsonObject(schema) && schema['type'] === 'object' && isStrict(schema);
}

function isStrict(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  if (!Object.keys(schema).every((keyword) => keywords.has(keyword))) return false;
  const { properties, items, anyOf } = schema;
  const named = [properties, schema['$defs'], schema['definitions']].filter(isJsonObject);
  const parts = [
    ...named.flatMap((group) => Object.values(group)),
    ...(items === undefined ? [] : [items]),
    ...(Array.isArray(anyOf) ? anyOf : []),
  ];
  return (schema['type'] !== 'object' || isClosed(schema)) && parts.every(isStrict);
}

function isClosed({
  properties,
  required,
  additionalProperties,
}: Record<string, unknown>): boolean {
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const demanded = Array.isArray(required) ? required : [];
  return additionalProperties === false && names.every((name) => demanded.includes(name));
}
