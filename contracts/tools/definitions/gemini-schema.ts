import type { JsonSchema } from '../../base/json.ts';
import { inlineReferences } from './inline-references.ts';
import { schemaSubset } from './schema-subset.ts';

/** What the JSON Schema fields of the API understand (ai.google.dev, GenerationConfig.responseJsonSchema). */
const understood = new Set([
  '$defs',
  '$ref',
  '$anchor',
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'oneOf',
  'properties',
  'additionalProperties',
  'required',
]);

/** A schema as Gemini reads it: references in their places, `const` as an `enum` of one, and what it does not know in words. */
export function geminiSchema(schema: JsonSchema): JsonSchema {
  return schemaSubset(inlineReferences(schema).schema, understood, withoutConst);
}

function withoutConst(schema: JsonSchema): JsonSchema {
  const value = schema['const'];
  // An `enum` holds texts and numbers alone.
  if (typeof value !== 'string' && typeof value !== 'number') return schema;
  const { const: _, ...rest } = schema;
  return { type: typeof value, ...rest, enum: [value] };
}
