import { isJsonObject } from '../../base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../base/json.ts';

/** Keywords that say nothing about a value. */
const silent = new Set(['$schema', '$comment', '$id', 'examples', 'deprecated', 'readOnly']);

/**
 * A JSON Schema with only the keywords that a provider understands. What the others say is added to the
 * description, so that the model still reads it.
 *
 * @param rewrite changes a schema of one level before its keywords are looked at.
 */
export function schemaSubset(
  schema: JsonSchema,
  understood: ReadonlySet<string>,
  rewrite: (schema: JsonSchema) => JsonSchema = (level) => level,
): JsonSchema {
  const narrow = (inner: Json): Json =>
    isJsonObject(inner) ? schemaSubset(inner, understood, rewrite) : inner;
  const kept: JsonObject = {};
  const lost: JsonObject = {};
  for (const [keyword, value] of Object.entries(rewrite(schema))) {
    if (understood.has(keyword)) kept[keyword] = within(keyword, value, narrow);
    else if (!silent.has(keyword)) lost[keyword] = value;
  }
  if (Object.keys(lost).length === 0) return kept;
  const said = [kept['description'], `JSON Schema: ${JSON.stringify(lost)}`];
  return { ...kept, description: said.filter(Boolean).join(' ') };
}

const mapsOfSchemas = new Set(['properties', '$defs']);
const holdsSchemas = new Set(['items', 'anyOf', 'oneOf', 'prefixItems', 'additionalProperties']);

function within(keyword: string, value: Json, narrow: (inner: Json) => Json): Json {
  if (mapsOfSchemas.has(keyword) && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, narrow(inner)]));
  }
  if (!holdsSchemas.has(keyword)) return value;
  return Array.isArray(value) ? value.map(narrow) : narrow(value);
}
