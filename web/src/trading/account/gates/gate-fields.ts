import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { initialTexts, valuesOf } from '../../../components/schema-form/schema-fields.ts';
import type { SchemaField } from '../../../components/schema-form/schema-fields.ts';

/** The field text for a gate without a limit; no number or symbol can have this text. */
export const noLimit = '∞';
/**
 * The field text for a limit that was chosen but not entered yet. It is sent, so that the API reports it as missing.
 */
export const unwritten = ' ';

/** The initial texts of the fields of gates. @param set what is set in place of the workers' settings. */
export function gateTexts(fields: SchemaField[], set: JsonObject): Record<string, string> {
  const limitless = fields.filter(({ name }) => set[name] === null);
  return {
    ...initialTexts(fields, set),
    ...Object.fromEntries(limitless.map(({ name }) => [name, noLimit])),
  };
}

/** The values of the fields' texts: null for no limit; empty fields are left out. */
export function gateValues(
  schema: JsonSchema,
  fields: SchemaField[],
  texts: Record<string, string>,
): JsonObject {
  const limitless = fields.filter(({ name }) => texts[name] === noLimit);
  const limited = fields.filter((field) => !limitless.includes(field));
  const none = Object.fromEntries(limitless.map(({ name }): [string, Json] => [name, null]));
  return { ...valuesOf(schema, limited, texts), ...none };
}
