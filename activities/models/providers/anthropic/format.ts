import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonSchema } from '../../../../contracts/base/json.ts';
import { schemaSubset } from '../../../../contracts/tools/definitions/schema-subset.ts';

/** What `output_config.format` understands (platform.claude.com, Structured outputs). */
const understood = new Set([
  'type',
  'title',
  'description',
  'enum',
  'const',
  'anyOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
]);

/** Above these the API refuses a schema as too complex. */
const mostOptional = 24;
const mostUnions = 16;

/**
 * The schema as Anthropic can hold a model to it: closed objects, with all other bounds in words. Undefined where
 * that would change its meaning or is refused: maps, references, composition other than a choice.
 */
export function anthropicFormat(schema: JsonSchema): JsonSchema | undefined {
  const count = { optional: 0, unions: 0 };
  if (schema['type'] !== 'object' || !isNative(schema, count)) return undefined;
  if (count.optional > mostOptional || count.unions > mostUnions) return undefined;
  return schemaSubset(schema, understood, close);
}

const changesMeaning = ['$ref', '$defs', 'allOf', 'not', 'if', 'patternProperties', 'prefixItems'];

function isNative(schema: Json, count: { optional: number; unions: number }): boolean {
  if (!isJsonObject(schema) || changesMeaning.some((keyword) => keyword in schema)) return false;
  const { type, properties, additionalProperties = false, required, items } = schema;
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(type) && type.some((name) => name === 'object' || name === 'array'))
    return false;
  if (type === undefined && !choices && !('enum' in schema) && !('const' in schema)) return false;
  if (type === 'object' && (!isJsonObject(properties) || additionalProperties !== false))
    return false;
  if (choices || Array.isArray(type)) count.unions += 1;
  const inner = isJsonObject(properties) ? properties : {};
  const needed = Array.isArray(required) ? required : [];
  count.optional += Object.keys(inner).filter((name) => !needed.includes(name)).length;
  return [
    ...Object.values(inner),
    ...(Array.isArray(choices) ? choices : []),
    ...(items === undefined ? [] : [items]),
  ].every((part) => isNative(part, count));
}

function close({ oneOf, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(oneOf === undefined ? {} : { anyOf: oneOf }),
    ...(schema['type'] === 'object' ? { additionalProperties: false } : {}),
  };
}
