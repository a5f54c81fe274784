import type { Json, JsonSchema } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import {
  canBe,
  objectOptions,
  objectRoot,
} from '../../../../../contracts/tools/definitions/object-root.ts';
import {
  hasDefault,
  propertiesOf,
  requiredOf,
} from '../../../../../contracts/values/json-schema.ts';
import { presenceAmong } from './presence.ts';
import type { Presence } from './presence.ts';

/** Names that an expression can go on with, each with what it is and the names below it. */
export type NameTree = { [name: string]: NamedValue };

type NamedValue = {
  detail: string;
  below?: NameTree;
  /** When it is there, where it is not always. */
  presence?: Presence | undefined;
};

/** The names of a value that a JSON Schema describes. */
export function namesOfSchema(schema: Json | undefined): NameTree {
  if (!isJsonObject(schema)) return {};
  const options = objectOptions(schema) ?? [schema];
  const field = options.length > 1 ? discriminatorOf(options) : undefined;
  const properties = Object.entries(propertiesOf(objectRoot(schema)));
  const presenceOf = (name: string) =>
    presenceAmong(
      options.map((option) => ({ ...presenceIn(option, name), value: constOf(option, field) })),
      field,
    );
  return Object.fromEntries(
    properties.map(([name, member]) => [
      name,
      { detail: detailOf(member), below: namesOfSchema(member), presence: presenceOf(name) },
    ]),
  );
}

/** The field that tells objects apart: each has one value of its own there. */
function discriminatorOf(options: readonly JsonSchema[]): string | undefined {
  return Object.keys(propertiesOf(options[0] ?? {})).find((name) =>
    options.every((option) => constOf(option, name) !== undefined),
  );
}

function constOf(option: JsonSchema, field: string | undefined): string | undefined {
  const member = field === undefined ? undefined : propertiesOf(option)[field];
  const value = isJsonObject(member) ? member['const'] : undefined;
  return value === undefined ? undefined : String(value);
}

/** Whether an object may have a field, and whether it always has. A schema that requires nothing says nothing of that. */
function presenceIn(schema: JsonSchema, name: string): { isThere: boolean; isSure: boolean } {
  const member = propertiesOf(schema)[name];
  const isThere = member !== undefined && canBe(member);
  const isSilent = schema['required'] === undefined;
  return {
    isThere,
    isSure: isThere && (isSilent || requiredOf(schema).includes(name) || hasDefault(member)),
  };
}

/** The names of what has one of several forms, with the field that says which. */
export function namesOfVariants(
  field: string,
  variants: readonly { value: string; names: NameTree }[],
): NameTree {
  const all = variants.map(({ names }) => names).reduce(joined, {});
  const told = Object.entries(all).map(([name, { detail, below = {} }]) => {
    const presences = variants.map(({ value, names }) => {
      const own = Object.hasOwn(names, name) ? names[name] : undefined;
      return { value, isThere: own !== undefined, isSure: own !== undefined && !own.presence };
    });
    return [name, { detail, below, presence: presenceAmong(presences, field) }] as const;
  });
  const detail = variants.map(({ value }) => value).join(' | ');
  return { [field]: { detail }, ...Object.fromEntries(told) };
}

function detailOf(schema: Json): string {
  if (!isJsonObject(schema)) return '';
  const { type, title, description, enum: choices } = schema as JsonSchema;
  if (Array.isArray(choices)) return choices.map(String).join(' | ');
  return [type, title ?? description].filter((part) => typeof part === 'string').join(' · ');
}

/** The names of a value that is there. */
export function namesOfValue(value: Json | undefined): NameTree {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      { detail: preview(member), below: namesOfValue(member) },
    ]),
  );
}

const previewLength = 40;

function preview(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

/** Both trees in one; where both know a name, the second tells what it is. */
export function joined(first: NameTree, second: NameTree): NameTree {
  const both = Object.entries(second).map(([name, { detail, below, presence }]) => [
    name,
    {
      detail,
      below: joined(first[name]?.below ?? {}, below ?? {}),
      presence: first[name]?.presence ?? presence,
    },
  ]);
  return { ...first, ...(Object.fromEntries(both) as NameTree) };
}
