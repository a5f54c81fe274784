import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { propertiesOf, requiredOf } from '../../../../../contracts/values/json-schema.ts';
import { freeId } from '../../../document/free-id.ts';

/** The types that an input may be given from the list. */
export const inputTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

/** The inputs of a pipeline, a JSON Schema, as they are edited one by one. */
export type EditedInput = { name: string; schema: JsonObject; isRequired: boolean };

function schemaFrom(inputs: Json | undefined): JsonObject {
  return isJsonObject(inputs) ? inputs : { type: 'object', properties: {} };
}

export function editedInputs(inputs: Json | undefined): EditedInput[] {
  const schema = schemaFrom(inputs);
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).map(([name, member]) => ({
    name,
    schema: isJsonObject(member) ? member : {},
    isRequired: required.includes(name),
  }));
}

/** Adds an input, a text under a free name. */
export function addInput(inputs: Json | undefined): JsonObject {
  const schema = schemaFrom(inputs);
  const properties = propertiesOf(schema);
  const name = freeId('input', Object.keys(properties));
  return { ...schema, type: 'object', properties: { ...properties, [name]: { type: 'string' } } };
}

export function removeInput(inputs: Json | undefined, name: string): JsonObject {
  const schema = schemaFrom(inputs);
  const { [name]: _removed, ...properties } = propertiesOf(schema);
  return withRequired({ ...schema, properties }, name, false);
}

/** Sets a keyword of an input's schema; undefined takes it away. */
export function setInInput(
  inputs: Json | undefined,
  name: string,
  keyword: string,
  value: Json | undefined,
): JsonObject {
  const schema = schemaFrom(inputs);
  const properties = propertiesOf(schema);
  const before = properties[name];
  const { [keyword]: _before, ...others } = isJsonObject(before) ? before : {};
  const own: JsonObject = value === undefined ? others : { ...others, [keyword]: value };
  return { ...schema, properties: { ...properties, [name]: own } };
}

/** The keywords of an input that have a field of their own. */
export const shownKeywords: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'default',
]);

/** What the schema of an input says beyond what has a field of its own. */
export function rulesOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !shownKeywords.has(keyword)),
  );
}

/** Replaces what {@link rulesOf} gives of an input; what has a field of its own stays. */
export function setRules(inputs: Json | undefined, name: string, rules: JsonObject): JsonObject {
  const schema = schemaFrom(inputs);
  const properties = propertiesOf(schema);
  const before = properties[name];
  const shown = Object.entries(isJsonObject(before) ? before : {}).filter(([keyword]) =>
    shownKeywords.has(keyword),
  );
  const own: JsonObject = { ...Object.fromEntries(shown), ...rulesOf(rules) };
  return { ...schema, properties: { ...properties, [name]: own } };
}

/** Says whether a run may be started without an input. */
export function withRequired(
  inputs: Json | undefined,
  name: string,
  isRequired: boolean,
): JsonObject {
  const { required: _before, ...schema } = schemaFrom(inputs);
  const others = requiredOf(schemaFrom(inputs)).filter((other) => other !== name);
  const required = isRequired ? [...others, name] : others;
  if (required.length === 0) return schema;
  const { type = 'object', ...rest } = schema;
  return { type, required, ...rest };
}
