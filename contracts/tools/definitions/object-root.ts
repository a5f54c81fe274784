import { isJsonObject } from '../../base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../base/json.ts';

type Option = JsonObject & { properties: JsonObject };

/**
 * A schema with an object at its root and no choice beside it, as providers want the parameters of a tool: of a choice
 * between objects it has the fields of all, and says in words which go together. What is answered is checked against the
 * choice itself.
 */
export function objectRoot(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf, ...rest } = schema;
  const choice = oneOf ?? anyOf;
  if (!Array.isArray(choice)) return schema;
  const options = objectOptions(schema);
  const root = options ? merged(options) : {};
  const said = options ? inWords(options) : `JSON Schema: ${JSON.stringify({ oneOf: choice })}`;
  const properties = { ...asObject(rest['properties']), ...asObject(root['properties']) };
  const required = [...new Set([...asList(rest['required']), ...asList(root['required'])])];
  return {
    ...rest,
    ...root,
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    description: [rest['description'], said].filter(Boolean).join(' '),
  };
}

/** The objects that a schema is a choice between; undefined where it is none, or not only between objects. */
export function objectOptions(schema: JsonSchema): readonly Option[] | undefined {
  const choice = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(choice)) return undefined;
  const options = choice.map((option) => resolved(option, schema));
  return options.every(isOption) ? options : undefined;
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function resolved(option: Json, { $defs }: JsonSchema): Json | undefined {
  const name = isJsonObject(option) && /^#\/\$defs\/([^/]+)$/.exec(String(option['$ref']))?.[1];
  return name ? asObject($defs)[name] : option;
}

function isOption(option: Json | undefined): option is Option {
  return (
    isJsonObject(option) &&
    isJsonObject(option['properties']) &&
    !['oneOf', 'anyOf', 'allOf'].some((keyword) => keyword in option)
  );
}

/** An object that has the fields of all, and needs those that all of them need. */
function merged(options: readonly Option[]): JsonObject {
  const names = new Set(options.flatMap(({ properties }) => Object.keys(properties)));
  const fields = [...names].flatMap((name) => {
    const field = oneField(options.flatMap(({ properties }) => properties[name] ?? []));
    return field === undefined ? [] : [[name, field] as const];
  });
  const required = [...names].filter((name) =>
    options.every((option) => asList(option['required']).includes(name)),
  );
  const isClosed = options.every((option) => option['additionalProperties'] === false);
  const [description] = options.map((option) => option['description']);
  const isSaid = options.every((option) => option['description'] === description);
  return {
    type: 'object',
    ...(isSaid && description !== undefined && { description }),
    properties: Object.fromEntries(fields),
    ...(required.length > 0 && { required }),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** What a field may be in any of the objects; undefined where none of them can have it. */
function oneField(given: readonly Json[]): Json | undefined {
  const schemas = [
    ...new Map(given.filter(canBe).map((one) => [JSON.stringify(one), one])).values(),
  ];
  if (schemas.length <= 1) return schemas[0];
  const values = schemas.map(valuesOf);
  if (values.every((list) => list !== undefined)) {
    const { const: _one, enum: _several, ...about } = asObject(schemas[0]);
    return { ...about, enum: [...new Set(values.flat())] };
  }
  return schemas.every(isOption) ? merged(schemas) : { anyOf: schemas };
}

/** `{ not: {} }` forbids a field. */
export function canBe(schema: Json): boolean {
  return !(isJsonObject(schema) && JSON.stringify(schema['not']) === '{}');
}

function valuesOf(schema: Json): Json[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

/** `Either action "buy" with symbol, order; or action "hold" with symbol, reason.` */
function inWords(options: readonly Option[]): string {
  const each = options.map(({ properties, required }) => {
    const needed = asList(required).map(String);
    const fixed = needed.filter((name) => asObject(properties[name])['const'] !== undefined);
    const named = fixed.map(
      (name) => `${name} ${JSON.stringify(asObject(properties[name])['const'])}`,
    );
    const others = needed.filter((name) => !fixed.includes(name));
    return [named.join(', '), others.length > 0 && `with ${others.join(', ')}`]
      .filter(Boolean)
      .join(' ');
  });
  return `Either ${each.join('; or ')}.`;
}
