import type { Json, JsonObject, JsonSchema } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { suggestFirst } from '../base/nearest.ts';
import { firstProblems } from '../documents/document-limits.ts';
import { checkValue, propertiesOf } from './json-schema.ts';
import { unfitJson } from './nesting.ts';
import { patternProblems } from './patterns.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/**
 * Checks the input of a start request against a pipeline's `inputs` and fills defaults in. An input that
 * the schema does not name is a problem unless its `additionalProperties` says otherwise. Paths begin
 * with `input`; a schema with a pattern is refused, with paths that begin with `inputs`.
 */
export function checkInput(
  schema: JsonSchema,
  input: unknown,
): { value?: JsonObject; problems: Problem[] } {
  if (!isJsonObject(input)) {
    const fix = 'write an object with one entry for each input';
    return { problems: [problem(['input'], 'the input must be an object', fix)] };
  }
  const unfit = unfitJson(input, ['input']);
  if (unfit) return { problems: [unfit] };
  const patterns = patternProblems(schema, ['inputs']);
  if (patterns.length > 0) return { problems: patterns };
  const names = Object.keys(propertiesOf(schema));
  const named = new Set(names);
  const isClosed = (schema['additionalProperties'] ?? false) === false;
  const isUnknown = (name: string) => isClosed && !named.has(name);
  const unknown = Object.keys(input).filter(isUnknown);
  const known = Object.fromEntries(Object.entries(input).filter(([name]) => !isUnknown(name)));
  const { value, problems } = checkValue(schema, known, ['input']);
  const suggest = suggestFirst();
  const all = [
    ...unknown.map((name) =>
      problem(['input', name], `input ${name} not found`, suggest(name, names)),
    ),
    ...problems,
  ];
  if (all.length > 0) return { problems: firstProblems(all) };
  return { value: isJsonObject(value) ? value : known, problems: [] };
}

function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function typesOf(schema: Json | undefined): Json[] {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

const fits: Record<string, (value: Json) => boolean> = {
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isJsonObject,
};

function coerce(schema: Json | undefined, text: string): Json {
  const types = typesOf(schema);
  const value = parsedJson(text);
  if (value === undefined || types.includes('string')) return text;
  const isWanted = types.length === 0 || types.some((type) => fits[String(type)]?.(value));
  return isWanted ? value : text;
}

/**
 * The values that texts such as those of `--input key=value` stand for, by the types that the schema
 * names: numbers, `true` and `false`, `null`, and JSON for lists and objects. A text that is nothing of
 * that stays a text, which {@link checkInput} then tells of.
 */
export function coerceInput(schema: JsonSchema, texts: Record<string, string>): JsonObject {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, coerce(properties[name], text)]),
  );
}
