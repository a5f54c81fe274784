import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { initialTexts, valuesOf } from '../../../components/schema-form/schema-fields.ts';
import type { SchemaField } from '../../../components/schema-form/schema-fields.ts';

/** The text of a gate that has no limit; no number and no symbol is written so. */
export const noLimit = '∞';
/** The text of a limit that was chosen and is not written yet: it is sent, so that it is said to be missing. */
export const unwritten = ' ';

/** The texts that the fields of gates begin with. @param set what is set in place of the workers' settings. */
export function gateTexts(fields: SchemaField[], set: JsonObject): Record<string, string> {
  const limitless = fields.filter(({ name }) => set[name] === null);
  return {
    ...initialTexts(fields, set),
    ...Object.fromEntries(limitless.map(({ name }) => [name, noLimit])),
  };
}

/** What the fields' texts set: null for no limit; what is empty is left out. */
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
