import { coerceInput } from '../../../../contracts/values/input.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { readNumber } from '../controls/read-number.ts';
import { words } from '../values/words.ts';
import { propertiesOf, requiredOf } from '../../../../contracts/values/json-schema.ts';

/** What a value is asked for by: one of some values, yes or no, a line of text, texts, a number, or JSON. */
export type ControlKind =
  | 'choice'
  | 'switch'
  | 'text'
  | 'paragraph'
  /** A list of texts, one a line. */
  | 'lines'
  /** A list of texts, of some that there are. */
  | 'marks'
  | 'number'
  | 'json';

/** One member of an object as a form asks for it. */
export type SchemaField = {
  name: string;
  label: string;
  help: string | undefined;
  isRequired: boolean;
  control: ControlKind;
  /** Of a choice or of marks: the values, in the schema's order. */
  choices: Json[];
  /** What choices are called, where not by their value. */
  choiceTitles?: Record<string, string>;
  /** What stands in the field at first. */
  initial: string;
  /** What counts where the field is left empty. */
  fallback: Json | undefined;
};

/** The fields of a JSON Schema of type object, in its order. */
export function schemaFields(schema: JsonSchema): SchemaField[] {
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const own = isJsonObject(property) ? property : {};
    const control = controlOf(own);
    const { title, description, default: fallback } = own;
    return {
      name,
      label: typeof title === 'string' ? title : words(name),
      help: typeof description === 'string' ? description : undefined,
      isRequired: required.includes(name) && fallback === undefined,
      control,
      choices: control === 'marks' ? choicesOf(itemsOf(own)) : choicesOf(own),
      initial: initialText(control, fallback),
      fallback,
    };
  });
}

const controls: Record<string, ControlKind> = {
  boolean: 'switch',
  string: 'text',
  number: 'number',
  integer: 'number',
};

function controlOf(property: JsonObject): ControlKind {
  if (choicesOf(property).length > 0) return 'choice';
  const [first] = typesOf(property);
  if (first === 'array' && typesOf(itemsOf(property))[0] === 'string') {
    return choicesOf(itemsOf(property)).length > 0 ? 'marks' : 'lines';
  }
  return controls[first ?? ''] ?? 'json';
}

function itemsOf({ items }: JsonObject): JsonObject {
  return isJsonObject(items) ? items : {};
}

function choicesOf({ enum: choices, const: only }: JsonObject): Json[] {
  if (only !== undefined) return [only];
  return Array.isArray(choices) ? choices : [];
}

/** The types that a value may have, without none. */
function typesOf({ type, anyOf }: JsonObject): string[] {
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => (isJsonObject(one) ? typesOf(one) : []));
  const types = Array.isArray(type) ? type : [type];
  return types.filter((one) => typeof one === 'string' && one !== 'null') as string[];
}

function initialText(control: ControlKind, fallback: Json | undefined): string {
  if (fallback === undefined) return control === 'switch' ? 'false' : '';
  if (control === 'choice') return JSON.stringify(fallback);
  if (typeof fallback === 'string' && control !== 'json') return fallback;
  if (Array.isArray(fallback) && isOfLines(control)) return fallback.map(String).join('\n');
  return JSON.stringify(fallback, undefined, control === 'json' ? 2 : undefined);
}

const isOfLines = (control: ControlKind) => control === 'lines' || control === 'marks';

/** The entries of a field's text, one a line. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The texts that fields begin with: of values that are given, else of what the schema says. */
export function initialTexts(
  fields: SchemaField[],
  values: JsonObject = {},
): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, control, initial }) => {
      const value = values[name];
      return [name, value === undefined || value === null ? initial : initialText(control, value)];
    }),
  );
}

/** The values that the fields' texts stand for; what is empty is left out. Choices are JSON texts. */
export function valuesOf(
  schema: JsonSchema,
  fields: SchemaField[],
  texts: Record<string, string>,
): JsonObject {
  const filled = fields.filter(({ name }) => (texts[name] ?? '') !== '');
  const typed = filled.filter(({ control }) => control !== 'choice' && !isOfLines(control));
  const values = coerceInput(
    schema,
    Object.fromEntries(
      typed.map(({ name, control }) => {
        const text = texts[name]!;
        return [name, control === 'number' ? String(readNumber(text) ?? text) : text];
      }),
    ),
  );
  return Object.fromEntries(
    filled.map(({ name, control }) => {
      if (isOfLines(control)) return [name, linesOf(texts[name]!)];
      return [name, control === 'choice' ? (JSON.parse(texts[name]!) as Json) : values[name]!];
    }),
  );
}

/** Values under the titles of their fields; what is off by itself is left out. */
export function namedValues(fields: SchemaField[], values: JsonObject): JsonObject {
  const said = fields.filter(
    ({ name, control, fallback = false }) =>
      values[name] !== undefined && !(control === 'switch' && !values[name] && !fallback),
  );
  // Two of one title are told apart by their names.
  const titleOf = ({ name, label }: SchemaField) =>
    said.filter((field) => field.label === label).length > 1 ? name : label;
  return Object.fromEntries(said.map((field) => [titleOf(field), values[field.name]!]));
}
