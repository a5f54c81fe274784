import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { propertiesOf, requiredOf } from '../../../../../contracts/values/json-schema.ts';

/** What a field of an object can be, of what one chooses from a list; `other` is any further schema, kept as it is. */
export const rowTypes = [
  'text',
  'choice',
  'number',
  'integer',
  'boolean',
  'texts',
  'other',
] as const;
export type RowType = (typeof rowTypes)[number];

/** One field of an object, as it is filled in. */
export type SchemaRow = {
  name: string;
  type: RowType;
  /** What a choice is between. */
  choices: string[];
  isRequired: boolean;
  description: string;
  /** What else its schema says: limits, defaults, or all of it. */
  rest: JsonObject;
};

const typed = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
} satisfies Partial<Record<RowType, JsonObject>>;

export const emptyRow: SchemaRow = {
  name: '',
  type: 'text',
  choices: [],
  isRequired: true,
  description: '',
  rest: {},
};

/** The fields of an object's schema, in its order; undefined for a schema that is not one of an object with fields. */
export function rowsOf(schema: Json | undefined): SchemaRow[] | undefined {
  if (schema === undefined) return [];
  if (!isJsonObject(schema) || schema['type'] !== 'object') return undefined;
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).map(([name, member]) => {
    const { description, ...own } = isJsonObject(member) ? member : {};
    const isText = typeof description === 'string';
    return {
      name,
      isRequired: required.includes(name),
      description: isText ? description : '',
      ...typeOf(isText || description === undefined ? own : { description, ...own }),
    };
  });
}

function typeOf(own: JsonObject): Pick<SchemaRow, 'type' | 'choices' | 'rest'> {
  const { type, enum: choices, items, ...rest } = own;
  const [name] = Object.entries(typed).find(([, wanted]) => isSame({ type, items }, wanted)) ?? [];
  if (name === 'text' && choices !== undefined && isOfTexts(choices)) {
    return { type: 'choice', choices, rest };
  }
  return name === undefined || choices !== undefined
    ? { type: 'other', choices: [], rest: own }
    : { type: name as RowType, choices: [], rest };
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

const isOfTexts = (list: Json): list is string[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'string');

/**
 * The schema of an object with these fields; undefined where there is none. Fields without a name are not in it yet, and of
 * several with one name the first counts.
 * @param before the schema whose other keywords stay.
 */
export function schemaOf(
  rows: readonly SchemaRow[],
  before: Json | undefined,
): JsonObject | undefined {
  const named = rows.filter(
    ({ name }, index) => name !== '' && rows.findIndex((row) => row.name === name) === index,
  );
  const {
    type: _type,
    required: _required,
    properties: _properties,
    ...others
  } = isJsonObject(before) ? before : {};
  if (named.length === 0 && Object.keys(others).length === 0) return undefined;
  const required = named.flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(named.map((row) => [row.name, memberOf(row)])),
    ...others,
  };
}

function memberOf({ type, choices, description, rest }: SchemaRow): JsonObject {
  const said: JsonObject = description === '' ? {} : { description };
  if (type === 'other') return { ...rest, ...said };
  if (type === 'choice') return { type: 'string', enum: choices, ...rest, ...said };
  return { ...typed[type], ...rest, ...said };
}

/** A field with another type: what its schema says of the old one alone goes. */
export function withType(row: SchemaRow, type: RowType): SchemaRow {
  return type === row.type ? row : { ...row, type, rest: {} };
}
